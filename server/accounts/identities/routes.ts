import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/accounts/identities.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/pool.ts'
import { asSystem } from '../../db/scope.ts'
import { authorizationCookie, walletCookie } from '../../http/cookies.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { linkIdentity } from './link-identity.ts'
import { listIdentities } from './queries.ts'
import { removeIdentity } from './remove-identity.ts'
import { startAuthorization } from './start-authorization.ts'
import { assertWalletsEnabled, createWalletChallenge, verifyWalletChallenge } from './wallet/wallet-challenge.ts'
import { wellKnownRoutes } from './well-known-routes.ts'

/** Linking and unlinking; signing in with an identity is in server/accounts/sign-in. */
export function identityRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, providers } = context
  const { mount, command } = endpointsOn(app, context)
  wellKnownRoutes(app, context)

  mount(api.listIdentities, async ({ viewer }) => ({ identities: await listIdentities(db, viewer.id) }))
  mount(api.startLink, async ({ body, viewer, reply }) => {
    await requireRecentAuthentication(viewer, db)
    const intent = { for: 'link' as const, userId: viewer.id, sessionId: viewer.sessionId }
    // The request is kept for the browser until its callback, which has no session to be read by.
    const { url, tag, token } = await asSystem('sign-in', () => startAuthorization(context, { ...body, intent }))
    authorizationCookie(tag).set(reply, config.publicUrl, token)
    return { url }
  })
  mount(api.startWalletLink, async ({ body, viewer, reply }) => {
    assertWalletsEnabled(context)
    await requireRecentAuthentication(viewer, db)
    const { message, tag, token } = await createWalletChallenge(context, body, viewer)
    walletCookie(tag).set(reply, config.publicUrl, token)
    return { message }
  })
  mount(api.linkWallet, async ({ body, viewer, request }) => {
    const tokenFor = (tag: string) => walletCookie(tag).read(request, config.publicUrl)
    const identity = await verifyWalletChallenge(context, { ...body, tokenFor }, viewer)
    await inTransaction(db, (tx) => linkIdentity(tx, viewer, 'wallet', identity))
    return { identities: await listIdentities(db, viewer.id) }
  })
  command(api.removeIdentity, async (tx, { params, viewer }) => {
    await removeIdentity(tx, viewer, params.identityId, providers.enabledMethods())
    return { identities: await listIdentities(tx, viewer.id) }
  })
}
