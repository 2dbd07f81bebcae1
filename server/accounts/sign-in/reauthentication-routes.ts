import type { FastifyInstance, FastifyReply } from 'fastify'
import * as api from '../../../domain/api/accounts/factors.ts'
import type { Context } from '../../context.ts'
import { relyingParty } from '../factors/relying-party.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { clientOf } from '../sessions/client-of.ts'
import { limitPasswordAttempts } from '../sessions/limit-password-attempts.ts'
import type { RotatedSession } from '../sessions/rotate-session.ts'
import { continueSession } from '../sessions/start-session.ts'
import { reauthenticate, reauthenticateWithPasskey, startReauthenticationWithPasskey } from './reauthenticate.ts'
import { sendReauthenticationCode } from './reauthentication-code.ts'

export function reauthenticationRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const { mount, command } = endpointsOn(app, context)
  const party = relyingParty(config.publicUrl)

  mount(api.reauthenticate, async ({ body, viewer, request, reply }) => {
    const work = () => reauthenticate(context, viewer, body)
    // Codes have a limit of their own, which must not use up that of passwords.
    if (body.first.method !== 'password') return answer(reply, await work())
    const client = clientOf(request, config.publicUrl)
    return answer(reply, await limitPasswordAttempts(context, viewer.email, client, work))
  })
  command(api.sendReauthenticationCode, async (tx, { viewer }) => ({
    codeId: await sendReauthenticationCode(tx, context, viewer),
  }))
  mount(api.startReauthenticationWithPasskey, ({ viewer }) => startReauthenticationWithPasskey(db, party, viewer))
  mount(api.reauthenticateWithPasskey, async ({ body, viewer, reply }) =>
    answer(reply, await reauthenticateWithPasskey(db, party, viewer, body)),
  )

  function answer(
    reply: FastifyReply,
    { token, reauthenticationExpiresAt }: RotatedSession,
  ): { reauthenticationExpiresAt: string } {
    continueSession(context, reply, token)
    return { reauthenticationExpiresAt: reauthenticationExpiresAt.toISOString() }
  }
}
