import type { FastifyInstance, FastifyReply } from 'fastify'
import * as api from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type {
  AuthorizationInput,
  IdTokenInput,
  PendingSignUpInput,
  SignedWalletInput,
  WalletInput,
} from '../../domain/identities.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { challengeCookie } from '../http/pending-sign-in.ts'
import { command, mount, read, requireViewer } from '../http/route.ts'
import { findChallengeMethods } from '../sign-in/second-factor-challenge.ts'
import { arrive, clientOf, wait } from '../sessions/start-session.ts'
import { signInWithIdentity } from '../sign-in/sign-in-with-identity.ts'
import { createWalletChallenge, verifyWalletChallenge } from './wallet/wallet-challenge.ts'
import { authorizationCookie, pendingSignUpCookie } from './cookies.ts'
import { startAuthorizationAt } from './start-authorization.ts'
import type { Leaving } from './start-authorization.ts'
import { linkIdentity, requireMayLink } from './link-identity.ts'
import { findPendingSignUp, completePendingSignUp } from '../registration/pending-sign-up.ts'
import { listIdentities } from './queries.ts'
import { removeIdentity } from './remove-identity.ts'
import { startIdTokenSignIn, redeemIdToken } from './oidc/id-token-nonce.ts'

/**
 * Calls that hand out or take what vouches for somebody are mounted by themselves and need no Idempotency-Key: each thing
 * works once by itself. Where other services send people back to stands in `doors.ts`.
 */
export function identityRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, providers } = context
  const { publicUrl } = config

  read(app, api.listSignInMethods, async () => ({ providers: providers.list(), wallet: config.identities.wallet }))

  mount(app, api.startAuthorization, async (request, reply) => {
    const { provider, next, language } = request.body as AuthorizationInput
    return leave(reply, await startAuthorizationAt(context, provider, language, { for: 'sign_in', next }))
  })
  read(app, api.getSecondFactorChallenge, async (_input, _viewer, request) => ({
    methods: await findChallengeMethods(db, challengeCookie.tokenOf(request, publicUrl)),
  }))

  mount(app, api.startIdTokenSignIn, async () => ({ nonce: await startIdTokenSignIn(db) }))
  mount(app, api.signInWithIdToken, async (request, reply) => {
    const { provider, idToken } = request.body as IdTokenInput
    const settings = config.identities[provider]
    if (!settings) throw new DomainError('provider_off')
    const claim = await redeemIdToken(db, settings, idToken)
    return arrive(context, request, reply, await signInWithIdentity(db, provider, claim, clientOf(request)))
  })

  mount(app, api.startWallet, async (request) => {
    requireWallets()
    return { message: await createWalletChallenge({ db, publicUrl }, request.body as WalletInput, null) }
  })
  mount(app, api.signInWithWallet, async (request, reply) => {
    requireWallets()
    const claim = await verifyWalletChallenge({ db, publicUrl }, request.body as SignedWalletInput, null)
    return arrive(context, request, reply, await signInWithIdentity(db, 'wallet', claim, clientOf(request)))
  })

  read(app, api.getPendingSignUp, async (_input, _viewer, request) => ({
    pendingSignUp: await findPendingSignUp(db, pendingSignUpCookie.tokenOf(request, publicUrl)),
  }))
  mount(app, api.completePendingSignUp, async (request, reply) => {
    const token = pendingSignUpCookie.tokenOf(request, publicUrl)
    const arrival = await completePendingSignUp(context, token, request.body as PendingSignUpInput, clientOf(request))
    if ('registration' in arrival) return wait(context, reply, arrival)
    return arrive(context, request, reply.code(201), arrival)
  })

  read(app, api.listIdentities, async (_input, viewer) => ({ identities: await listIdentities(db, viewer.id) }))
  mount(app, api.startLink, async (request, reply) => {
    const { provider, language } = request.body as Pick<AuthorizationInput, 'provider' | 'language'>
    const viewer = requireViewer(request)
    await inTransaction(db, (tx) => requireMayLink(tx, viewer))
    const intent = { for: 'link' as const, userId: viewer.id, sessionId: viewer.sessionId }
    return leave(reply, await startAuthorizationAt(context, provider, language, intent))
  })
  mount(app, api.startWalletLink, async (request) => {
    requireWallets()
    const viewer = requireViewer(request)
    await inTransaction(db, (tx) => requireMayLink(tx, viewer))
    return { message: await createWalletChallenge({ db, publicUrl }, request.body as WalletInput, viewer) }
  })
  mount(app, api.linkWallet, async (request) => {
    requireWallets()
    const viewer = requireViewer(request)
    const claim = await verifyWalletChallenge({ db, publicUrl }, request.body as SignedWalletInput, viewer)
    await inTransaction(db, (tx) => linkIdentity(tx, viewer, 'wallet', claim))
    return { identities: await listIdentities(db, viewer.id) }
  })
  command(app, context, api.removeIdentity, async (tx, { params }, viewer) => {
    await removeIdentity(tx, viewer, params.identityId, providers.enabledMethods())
    return { identities: await listIdentities(tx, viewer.id) }
  })

  function leave(reply: FastifyReply, { url, tag, token }: Leaving): { url: string } {
    authorizationCookie(tag).set(reply, publicUrl, token)
    return { url }
  }

  function requireWallets(): void {
    if (!config.identities.wallet) throw new DomainError('provider_off')
  }
}
