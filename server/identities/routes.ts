import type { FastifyInstance, FastifyReply } from 'fastify'
import * as api from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type {
  DepartureInput,
  IdTokenInput,
  NewcomerInput,
  SignedWalletInput,
  WalletInput,
} from '../../domain/identities.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { pendingSignIn } from '../http/pending-sign-in.ts'
import { command, mount, read, requireViewer } from '../http/route.ts'
import { findPendingWays } from '../sign-in/second-factor-challenge.ts'
import { arrive, clientOf, wait } from '../sessions/start-session.ts'
import { arriveBy } from '../sign-in/sign-in-with-identity.ts'
import { askWallet, takeWallet } from './wallet/wallet-challenge.ts'
import { flowCookie, newcomerCookie } from './cookies.ts'
import { leaveFor } from './start-authorization.ts'
import type { Leaving } from './start-authorization.ts'
import { linkIdentity, requireMayLink } from './link-identity.ts'
import { findNewcomer, registerNewcomer } from '../registration/pending-sign-up.ts'
import { listIdentities } from './queries.ts'
import { removeIdentity } from './remove-identity.ts'
import { startIdToken, takeIdToken } from './oidc/id-token-nonce.ts'

/**
 * Calls that hand out or take what vouches for somebody are mounted by themselves and need no Idempotency-Key: each thing
 * works once by itself. Where other services send people back to stands in `doors.ts`.
 */
export function identityRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, ways } = context
  const { publicUrl } = config

  read(app, api.listWaysIn, async () => ({ providers: ways.list(), wallet: config.identities.wallet }))

  mount(app, api.startElsewhere, async (request, reply) => {
    const { provider, next, language } = request.body as DepartureInput
    return leave(reply, await leaveFor(context, provider, language, { for: 'sign_in', next }))
  })
  read(app, api.getSecondStep, async (_input, _viewer, request) => ({
    ways: await findPendingWays(db, pendingSignIn.tokenOf(request, publicUrl)),
  }))

  mount(app, api.startIdToken, async () => ({ nonce: await startIdToken(db) }))
  mount(app, api.signInWithIdToken, async (request, reply) => {
    const { provider, idToken } = request.body as IdTokenInput
    const settings = config.identities[provider]
    if (!settings) throw new DomainError('provider_off')
    const claim = await takeIdToken(db, settings, idToken)
    return arrive(context, request, reply, await arriveBy(db, provider, claim, clientOf(request)))
  })

  mount(app, api.startWallet, async (request) => {
    requireWallets()
    return { message: await askWallet({ db, publicUrl }, request.body as WalletInput, null) }
  })
  mount(app, api.signInWithWallet, async (request, reply) => {
    requireWallets()
    const claim = await takeWallet({ db, publicUrl }, request.body as SignedWalletInput, null)
    return arrive(context, request, reply, await arriveBy(db, 'wallet', claim, clientOf(request)))
  })

  read(app, api.getNewcomer, async (_input, _viewer, request) => ({
    newcomer: await findNewcomer(db, newcomerCookie.tokenOf(request, publicUrl)),
  }))
  mount(app, api.registerNewcomer, async (request, reply) => {
    const token = newcomerCookie.tokenOf(request, publicUrl)
    const arrival = await registerNewcomer(context, token, request.body as NewcomerInput, clientOf(request))
    if ('registration' in arrival) return wait(context, reply, arrival)
    return arrive(context, request, reply.code(201), arrival)
  })

  read(app, api.listIdentities, async (_input, viewer) => ({ identities: await listIdentities(db, viewer.id) }))
  mount(app, api.startLink, async (request, reply) => {
    const { provider, language } = request.body as Pick<DepartureInput, 'provider' | 'language'>
    const viewer = requireViewer(request)
    await inTransaction(db, (tx) => requireMayLink(tx, viewer))
    const errand = { for: 'link' as const, userId: viewer.id, sessionId: viewer.sessionId }
    return leave(reply, await leaveFor(context, provider, language, errand))
  })
  mount(app, api.startWalletLink, async (request) => {
    requireWallets()
    const viewer = requireViewer(request)
    await inTransaction(db, (tx) => requireMayLink(tx, viewer))
    return { message: await askWallet({ db, publicUrl }, request.body as WalletInput, viewer) }
  })
  mount(app, api.linkWallet, async (request) => {
    requireWallets()
    const viewer = requireViewer(request)
    const claim = await takeWallet({ db, publicUrl }, request.body as SignedWalletInput, viewer)
    await inTransaction(db, (tx) => linkIdentity(tx, viewer, 'wallet', claim))
    return { identities: await listIdentities(db, viewer.id) }
  })
  command(app, context, api.removeIdentity, async (tx, { params }, viewer) => {
    await removeIdentity(tx, viewer, params.identityId, ways.open())
    return { identities: await listIdentities(tx, viewer.id) }
  })

  function leave(reply: FastifyReply, { url, tag, token }: Leaving): { url: string } {
    flowCookie(tag).set(reply, publicUrl, token)
    return { url }
  }

  function requireWallets(): void {
    if (!config.identities.wallet) throw new DomainError('provider_off')
  }
}
