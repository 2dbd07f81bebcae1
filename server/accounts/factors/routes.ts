import type { FastifyInstance, FastifyReply } from 'fastify'
import * as api from '../../../domain/api/accounts/factors.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { continueSession } from '../sessions/start-session.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { confirmTotp, startTotp } from './add-totp.ts'
import type { FactorAdded } from './factor-added.ts'
import { getFactors } from './queries.ts'
import { relyingParty } from './relying-party.ts'
import { removePasskey, removeTotp } from './remove-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { saveConfirmAbove } from './save-confirm-above.ts'

/**
 * Calls that take or answer secrets need no Idempotency-Key: a command would record codes and answers. Repeated, they find
 * the code or the challenge used.
 */
export function factorRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, keyring, providers } = context
  const { mount, command } = endpointsOn(app, context)
  const party = relyingParty(config.publicUrl)

  mount(api.getFactors, ({ viewer }) => getFactors(db, viewer.id))

  mount(api.startTotp, ({ viewer }) => startTotp(db, keyring, viewer))
  mount(api.confirmTotp, async ({ body, viewer, reply }) =>
    answerAdded(reply, viewer.id, await confirmTotp(db, keyring, viewer, body.code)),
  )
  command(api.removeTotp, async (tx, { viewer }) => {
    await removeTotp(tx, viewer)
    return getFactors(tx, viewer.id)
  })

  mount(api.renewRecoveryCodes, async ({ viewer }) => {
    const recoveryCodes = await renewRecoveryCodes(db, viewer)
    return { factors: await getFactors(db, viewer.id), recoveryCodes }
  })

  mount(api.startPasskey, ({ viewer }) => startPasskey(db, party, viewer))
  mount(api.addPasskey, async ({ body, viewer, reply }) =>
    answerAdded(reply, viewer.id, await addPasskey(db, party, viewer, body)),
  )
  command(api.removePasskey, async (tx, { params, viewer }) => {
    await removePasskey(tx, viewer, params.passkeyId, providers.enabledMethods())
    return getFactors(tx, viewer.id)
  })

  command(api.saveConfirmAbove, async (tx, { body, viewer }) => {
    await saveConfirmAbove(tx, viewer, body.confirmAboveUsdt)
    return getFactors(tx, viewer.id)
  })

  async function answerAdded(reply: FastifyReply, userId: string, { token, recoveryCodes }: FactorAdded) {
    continueSession(context, reply, token)
    return { factors: await getFactors(db, userId), recoveryCodes }
  }
}
