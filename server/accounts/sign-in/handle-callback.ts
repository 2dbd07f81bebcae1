/** The callback of an authorization request: which identity came back, and what the request was made for. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../../domain/errors.ts'
import type { CallbackError } from '../../../domain/accounts/identities.ts'
import type { ProviderId } from '../../../domain/accounts/sign-in-methods.ts'
import { SOURCE_LANGUAGE, prefixOf } from '../../../domain/languages.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/pool.ts'
import { authorizationCookie } from '../../http/cookies.ts'
import {
  findAuthorizationRequest,
  redeemAuthorizationRequest,
  redeemSamlResponse,
  samlRequestId,
} from '../identities/authorization-requests.ts'
import { isTag, tagOf } from '../identities/authorization-tag.ts'
import { linkIdentity } from '../identities/link-identity.ts'
import type { AuthorizationRequest } from '../identities/provider.ts'
import type { VerifiedIdentity } from '../one-time-tokens/purposes.ts'
import { clientOf } from '../sessions/client-of.ts'
import { respondToSignIn } from './respond-to-sign-in.ts'
import { signInWithIdentity } from './sign-in-with-identity.ts'

type Http = { request: FastifyRequest; reply: FastifyReply }

/** Where the browser is sent; after an error, to the page that reports it. */
export type CallbackResult = { path: (reported?: CallbackError) => string; error?: unknown }

/** Signs in or links. A callback that does not belong to this browser uses nothing up. */
export async function handleCallback(context: Context, provider: ProviderId, http: Http): Promise<CallbackResult> {
  const { request } = http
  const address = new URL(request.url, context.config.publicUrl)
  const failed = (error: unknown, authorization: AuthorizationRequest | null = null): CallbackResult => ({
    path: (reported) => reportPath(authorization, request, { problem: reported ?? 'internal' }),
    error,
  })
  try {
    const pending = await findPending(context, provider, request, address)
    if (pending === null) return failed(new DomainError('sign_in_expired'))
    try {
      const path = await complete(context, pending, address, http)
      return { path: () => path }
    } catch (error) {
      return failed(error, pending.authorization)
    }
  } catch (error) {
    return failed(error)
  }
}

type Pending = { authorization: AuthorizationRequest; token: string; tag: string }

/** The authorization request that this browser has started and the callback's state belongs to; null where there is none. */
async function findPending(
  { config, db }: Context,
  provider: ProviderId,
  request: FastifyRequest,
  { searchParams }: URL,
): Promise<Pending | null> {
  const state = searchParams.get('state') ?? ''
  const tag = provider === 'saml' ? (searchParams.get('request') ?? '') : tagOf(state)
  const token = isTag(tag) ? authorizationCookie(tag).read(request, config.publicUrl) : null
  const authorization = token && (await findAuthorizationRequest(db, token))
  if (!token || !authorization || authorization.provider !== provider) return null
  return provider === 'saml' || state === authorization.parameters.state ? { authorization, token, tag } : null
}

/** Returns the path to send the browser to. */
async function complete(
  context: Context,
  { authorization, token, tag }: Pending,
  address: URL,
  http: Http,
): Promise<string> {
  const { config, db } = context
  const { intent, provider } = authorization
  const { request } = http
  const fromSaml = provider === 'saml' ? await samlIdentity(context, authorization, address) : null
  await redeemAuthorizationRequest(db, token)
  authorizationCookie(tag).clear(http.reply, config.publicUrl)
  const identity = fromSaml ?? (await redirectedIdentity(context, authorization, address))
  if (intent.for === 'link') {
    const { viewer } = request
    if (viewer?.id !== intent.userId || viewer.sessionId !== intent.sessionId) throw new DomainError('sign_in_expired')
    await inTransaction(db, (tx) => linkIdentity(tx, viewer, provider, identity))
    return reportPath(authorization, request, { linked: provider })
  }
  const result = await signInWithIdentity(db, provider, identity, clientOf(request, config.publicUrl))
  const session = await respondToSignIn(context, http, result)
  const prefix = prefixOf(authorization.language)
  const next = new URLSearchParams({ next: intent.next }).toString()
  if (session.pendingSignUp) return `${prefix}/register?with=${session.pendingSignUp.kind}&${next}`
  return session.secondFactor
    ? `${prefix}/login?step=second&${next}`
    : `${prefix}${encodedPath(intent.next, config.publicUrl)}`
}

/** The request is used up by now, so the provider's answer works once. */
async function redirectedIdentity(
  { providers }: Context,
  { provider: id, parameters, providerState }: AuthorizationRequest,
  address: URL,
): Promise<VerifiedIdentity> {
  const provider = id === 'saml' ? null : providers.forCallback(id)
  if (!provider) throw new DomainError('provider_off')
  return provider.verifyCallback(address, parameters, providerState)
}

/** The identity from the form that was posted just before. A response to another browser's request is refused. */
async function samlIdentity(
  { db }: Context,
  authorization: AuthorizationRequest,
  { searchParams }: URL,
): Promise<VerifiedIdentity> {
  const problem = searchParams.get('problem')
  if (problem !== null) throw new DomainError(problem === 'provider_off' ? 'provider_off' : 'provider_refused')
  const { requestId, identity } = await redeemSamlResponse(db, searchParams.get('response') ?? '')
  if (requestId !== samlRequestId(authorization)) throw new DomainError('provider_refused')
  return identity
}

/** The page that reports the outcome: the Security tab for a signed-in user, otherwise the sign-in page. */
function reportPath(
  authorization: AuthorizationRequest | null,
  request: FastifyRequest,
  outcome: Record<string, string>,
): string {
  const prefix = prefixOf(authorization?.language ?? SOURCE_LANGUAGE)
  const query = new URLSearchParams(outcome)
  if (authorization?.intent.for === 'link' || request.viewer)
    return `${prefix}/settings?tab=security&${query.toString()}`
  if (authorization?.intent.for === 'sign_in') query.set('next', authorization.intent.next)
  return `${prefix}/login?${query.toString()}`
}

/** A path as a header can carry it: "/é" is "/%C3%A9", and "/.//evil.example" does not become "//evil.example". */
function encodedPath(path: string, publicUrl: string): string {
  const { pathname, search, hash } = new URL(path, publicUrl)
  return `${pathname.replace(/^\/+/, '/')}${search}${hash}`
}
