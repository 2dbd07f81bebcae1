import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '../../domain/api.ts'
import type { NewPasskey, PasskeyAnswer, Session, SecondFactorCode } from '../../domain/api.ts'
import type { Reauthentication } from '../../domain/factors.ts'
import type { Context } from '../context.ts'
import { challengeCookie } from '../http/pending-sign-in.ts'
import { command, mount, read, requireViewer } from '../http/route.ts'
import { setSessionCookie } from '../http/session.ts'
import { limitPasswordAttempts } from '../sessions/limit-password-attempts.ts'
import type { Renewed } from '../sessions/rotate-session.ts'
import { clientOf, welcome } from '../sessions/start-session.ts'
import { addPasskey, startPasskey } from './add-passkey.ts'
import { confirmTotp, startTotp } from './add-totp.ts'
import type { Added } from './factor-added.ts'
import {
  reauthenticate,
  reauthenticateWithPasskey,
  startReauthenticationWithPasskey,
} from '../sign-in/reauthenticate.ts'
import { getFactors } from './queries.ts'
import { relyingParty } from './relying-party.ts'
import { removePasskey, removeTotp } from './remove-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { saveConfirmAbove } from './save-confirm-above.ts'
import {
  startSecondFactorPasskey,
  answerSecondFactorChallenge,
  answerSecondFactorWithPasskey,
} from '../sign-in/second-factor-challenge.ts'
import { signInWithPasskey, startSignInWithPasskey } from '../sign-in/sign-in-with-passkey.ts'

/**
 * Calls that take or answer secrets are mounted by themselves and need no Idempotency-Key: a command would remember codes
 * and their answers. Sent twice, the second one finds the code or the challenge used.
 */
export function factorRoutes(app: FastifyInstance, context: Context): void {
  const { accounts, config, db, secretBox } = context
  const party = relyingParty(config.publicUrl)
  const guarded = limitPasswordAttempts(context)

  read(app, api.getFactors, (_, viewer) => getFactors(db, viewer.id))

  mount(app, api.startTotp, async (request) => startTotp(db, secretBox, requireViewer(request)))
  mount(app, api.confirmTotp, async (request, reply) => {
    const { code } = request.body as { code: string }
    return changed(request, reply, await confirmTotp(db, secretBox, requireViewer(request), code))
  })
  command(app, context, api.removeTotp, async (tx, _, viewer) => {
    await removeTotp(tx, viewer)
    return getFactors(tx, viewer.id)
  })

  mount(app, api.renewRecoveryCodes, async (request) => {
    const viewer = requireViewer(request)
    const recoveryCodes = await renewRecoveryCodes(db, viewer)
    return { factors: await getFactors(db, viewer.id), recoveryCodes }
  })

  mount(app, api.startPasskey, async (request) => startPasskey(db, party, requireViewer(request)))
  mount(app, api.addPasskey, async (request, reply) =>
    changed(request, reply, await addPasskey(db, party, requireViewer(request), request.body as NewPasskey)),
  )
  command(app, context, api.removePasskey, async (tx, { params }, viewer) => {
    await removePasskey(tx, viewer, params.passkeyId, context.providers.enabledMethods())
    return getFactors(tx, viewer.id)
  })

  command(app, context, api.saveConfirmAbove, async (tx, { body }, viewer) => {
    await saveConfirmAbove(tx, viewer, body.confirmAboveUsdt)
    return getFactors(tx, viewer.id)
  })

  mount(app, api.startSignInWithPasskey, async () => startSignInWithPasskey(db, party))
  mount(app, api.signInWithPasskey, async (request, reply) =>
    enter(request, reply, await signInWithPasskey(db, party, request.body as PasskeyAnswer, clientOf(request))),
  )

  mount(app, api.answerSecondFactorChallenge, async (request, reply) => {
    const token = challengeCookie.tokenOf(request, config.publicUrl)
    const opened = await answerSecondFactorChallenge(
      db,
      secretBox,
      token,
      request.body as SecondFactorCode,
      clientOf(request),
    )
    return enter(request, reply, opened)
  })
  mount(app, api.startSecondFactorPasskey, async (request) =>
    startSecondFactorPasskey(db, party, challengeCookie.tokenOf(request, config.publicUrl)),
  )
  mount(app, api.answerSecondFactorWithPasskey, async (request, reply) => {
    const token = challengeCookie.tokenOf(request, config.publicUrl)
    const answer = request.body as PasskeyAnswer
    return enter(request, reply, await answerSecondFactorWithPasskey(db, party, token, answer, clientOf(request)))
  })

  mount(app, api.reauthenticate, async (request, reply) => {
    const proof = request.body as Reauthentication
    const work = () => reauthenticate({ db, secretBox, accounts }, requireViewer(request), proof)
    // Codes have a tally of their own, which wrong passwords must not use up.
    return proved(reply, await (proof.first.method === 'password' ? guarded(request, work) : work()))
  })
  command(app, context, api.sendReauthenticationCode, async (tx, _, viewer) => ({
    codeId: await accounts.sendReauthenticationCode(tx, viewer),
  }))
  mount(app, api.startReauthenticationWithPasskey, async (request) =>
    startReauthenticationWithPasskey(db, party, requireViewer(request)),
  )
  mount(app, api.reauthenticateWithPasskey, async (request, reply) =>
    proved(reply, await reauthenticateWithPasskey(db, party, requireViewer(request), request.body as PasskeyAnswer)),
  )

  /** The session goes on under a fresh token; the person keeps their place. */
  function keep(reply: FastifyReply, token: string | null): void {
    if (token !== null) setSessionCookie(reply, config.publicUrl, accounts.cookieOf(token))
  }

  function proved(reply: FastifyReply, { token, freshUntil }: Renewed) {
    keep(reply, token)
    return { freshUntil: freshUntil.toISOString() }
  }

  async function changed(request: FastifyRequest, reply: FastifyReply, { token, recoveryCodes }: Added) {
    keep(reply, token)
    return { factors: await getFactors(db, requireViewer(request).id), recoveryCodes }
  }

  async function enter(request: FastifyRequest, reply: FastifyReply, opened: string): Promise<Session> {
    return welcome(context, request, reply, await accounts.signedIn(opened))
  }
}
