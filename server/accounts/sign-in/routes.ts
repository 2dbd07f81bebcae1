import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as identitiesApi from '../../../domain/api/accounts/identities.ts'
import * as accountsApi from '../../../domain/api/accounts/accounts.ts'
import * as factorsApi from '../../../domain/api/accounts/factors.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { IdentityKind } from '../../../domain/accounts/sign-in-methods.ts'
import type { Context } from '../../context.ts'
import { relyingParty } from '../factors/relying-party.ts'
import { authorizationCookie, challengeCookie, walletCookie } from '../../http/cookies.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { issueIdTokenNonce, redeemIdToken } from '../identities/oidc/id-token-nonce.ts'
import { startAuthorization } from '../identities/start-authorization.ts'
import { createWalletChallenge, verifyWalletChallenge } from '../identities/wallet/wallet-challenge.ts'
import type { VerifiedIdentity } from '../one-time-tokens/purposes.ts'
import { clientOf } from '../sessions/client-of.ts'
import { limitPasswordAttempts } from '../sessions/limit-password-attempts.ts'
import { startSession } from '../sessions/start-session.ts'
import { reauthenticationRoutes } from './reauthentication-routes.ts'
import { respondToSignIn } from './respond-to-sign-in.ts'
import {
  answerSecondFactorChallenge,
  answerSecondFactorWithPasskey,
  findChallengeMethods,
  startSecondFactorPasskey,
} from './second-factor-challenge.ts'
import { sendSignInCode, signInWithCode } from './sign-in-with-code.ts'
import { signInWithIdentity } from './sign-in-with-identity.ts'
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts'
import { signInWithPassword } from './sign-in-with-password.ts'

/**
 * Every sign-in method. The calls need no Idempotency-Key: each code, challenge and token works once by itself, and the record
 * of a command must not be computed from a secret.
 */
export function signInRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, providers } = context
  const { publicUrl } = config
  const { mount } = endpointsOn(app, context, { public: 'sign-in' })
  const party = relyingParty(publicUrl)
  const clientIn = (request: FastifyRequest) => clientOf(request, publicUrl)
  reauthenticationRoutes(app, context)

  mount(identitiesApi.listSignInMethods, async () => ({
    providers: providers.list(),
    wallet: config.identities.wallet,
  }))

  mount(accountsApi.signIn, async ({ body, request, reply }) => {
    const client = clientIn(request)
    const work = () => signInWithPassword(context, body, client)
    const result = await limitPasswordAttempts(context, body.email, client, work)
    return respondToSignIn(context, { request, reply }, result)
  })

  mount(accountsApi.sendSignInCode, async ({ body, request }) => ({
    codeId: await sendSignInCode(context, body.email, clientIn(request)),
  }))
  mount(accountsApi.signInWithCode, async ({ body, request, reply }) =>
    respondToSignIn(context, { request, reply }, await signInWithCode(context, body, clientIn(request))),
  )

  mount(factorsApi.startSignInWithPasskey, () => startPasskeySignIn(db, party))
  mount(factorsApi.signInWithPasskey, async ({ body, request, reply }) =>
    startSession(context, { request, reply }, await signInWithPasskey(db, party, body, clientIn(request))),
  )

  mount(identitiesApi.getSecondFactorChallenge, async ({ request }) => ({
    methods: await findChallengeMethods(db, challengeCookie.read(request, publicUrl)),
  }))
  mount(factorsApi.answerSecondFactorChallenge, async ({ body, request, reply }) =>
    startSession(context, { request, reply }, await answerSecondFactorChallenge(context, answererOf(request), body)),
  )
  mount(factorsApi.startSecondFactorPasskey, ({ request }) =>
    startSecondFactorPasskey(db, party, challengeCookie.read(request, publicUrl)),
  )
  mount(factorsApi.answerSecondFactorWithPasskey, async ({ body, request, reply }) => {
    const token = await answerSecondFactorWithPasskey(db, party, answererOf(request), body)
    return startSession(context, { request, reply }, token)
  })

  mount(identitiesApi.startAuthorization, async ({ body, reply }) => {
    const { provider, next, language } = body
    const intent = { for: 'sign_in' as const, next }
    const { url, tag, token } = await startAuthorization(context, { provider, language, intent })
    authorizationCookie(tag).set(reply, publicUrl, token)
    return { url }
  })

  mount(identitiesApi.startIdTokenSignIn, async () => ({ nonce: await issueIdTokenNonce(db) }))
  mount(identitiesApi.signInWithIdToken, async ({ body, request, reply }) => {
    const settings = config.identities[body.provider]
    if (!settings) throw new DomainError('provider_off')
    return enter(request, reply, body.provider, await redeemIdToken(db, settings, body.idToken))
  })

  mount(identitiesApi.startWallet, async ({ body, reply }) => {
    const { message, tag, token } = await createWalletChallenge(context, body, null)
    walletCookie(tag).set(reply, publicUrl, token)
    return { message }
  })
  mount(identitiesApi.signInWithWallet, async ({ body, request, reply }) => {
    const tokenFor = (tag: string) => walletCookie(tag).read(request, publicUrl)
    return enter(request, reply, 'wallet', await verifyWalletChallenge(context, { ...body, tokenFor }, null))
  })

  function answererOf(request: FastifyRequest) {
    return { token: challengeCookie.read(request, publicUrl), client: clientIn(request) }
  }

  async function enter(request: FastifyRequest, reply: FastifyReply, kind: IdentityKind, identity: VerifiedIdentity) {
    return respondToSignIn(context, { request, reply }, await signInWithIdentity(db, kind, identity, clientIn(request)))
  }
}
