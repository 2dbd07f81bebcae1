/** A person who comes back from another service: who they are by its word, and what they had left for. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'
import type { ProviderId, CallbackError } from '../../domain/identities.ts'
import { SOURCE_LANGUAGE, prefixOf } from '../../domain/languages.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { arrive, clientOf } from '../sessions/start-session.ts'
import { signInWithIdentity } from './sign-in-with-identity.ts'
import { authorizationCookie, isTag, tagOf } from '../identities/cookies.ts'
import {
  redeemAuthorizationRequest,
  readAuthorizationRequest,
  requestOf,
  redeemSamlResponse,
} from '../identities/authorization-requests.ts'
import type { Flow } from '../identities/authorization-requests.ts'
import { linkIdentity } from '../identities/link-identity.ts'
import type { Claim } from '../identities/provider.ts'

/** Where the person is sent on to: with a problem, the page that tells it. */
export type Return = { place: (problem?: CallbackError) => string; error?: unknown }

/** Does what the person had left for. A return that is not this browser's own uses nothing of it up. */
export async function handleCallback(
  context: Context,
  provider: ProviderId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Return> {
  const address = new URL(request.url, context.config.publicUrl)
  const failed = (error: unknown, flow: Flow | null = null): Return => ({
    place: (problem) => placeOf(flow, request, { problem: problem ?? 'internal' }),
    error,
  })
  try {
    const left = await flowOf(context, provider, request, address)
    if (left === null) return failed(new DomainError('sign_in_expired'))
    try {
      const place = await finish(context, left, address, request, reply)
      return { place: () => place }
    } catch (error) {
      return failed(error, left.flow)
    }
  } catch (error) {
    return failed(error)
  }
}

type Left = { flow: Flow; token: string; tag: string }

/** What this browser has left with, by the state that comes back with it; null where it has left for somewhere else. */
async function flowOf(
  { config, db }: Context,
  provider: ProviderId,
  request: FastifyRequest,
  { searchParams }: URL,
): Promise<Left | null> {
  const state = searchParams.get('state') ?? ''
  const tag = provider === 'saml' ? (searchParams.get('flow') ?? '') : tagOf(state)
  const token = isTag(tag) ? authorizationCookie(tag).tokenOf(request, config.publicUrl) : null
  const flow = token && (await readAuthorizationRequest(db, token))
  if (!token || !flow || flow.provider !== provider) return null
  return provider === 'saml' || state === flow.departure.state ? { flow, token, tag } : null
}

/** The intent; where the person is sent then. */
async function finish(
  context: Context,
  { flow, token, tag }: Left,
  address: URL,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { config, db } = context
  const answered = flow.provider === 'saml' ? await samlClaim(context, flow, address) : null
  await redeemAuthorizationRequest(db, token)
  authorizationCookie(tag).clear(reply, config.publicUrl)
  const claim = answered ?? (await claimOf(context, flow, address))
  const { intent, provider } = flow
  if (intent.for === 'link') {
    const { viewer } = request
    if (viewer?.id !== intent.userId || viewer.sessionId !== intent.sessionId) throw new DomainError('sign_in_expired')
    await inTransaction(db, (tx) => linkIdentity(tx, viewer, provider, claim))
    return placeOf(flow, request, { linked: provider })
  }
  const session = await arrive(
    context,
    request,
    reply,
    await signInWithIdentity(db, provider, claim, clientOf(request)),
  )
  const prefix = prefixOf(flow.language)
  const next = new URLSearchParams({ next: intent.next }).toString()
  if (session.pendingSignUp) return `${prefix}/register?with=${session.pendingSignUp.kind}&${next}`
  return session.secondFactor
    ? `${prefix}/login?step=second&${next}`
    : `${prefix}${sendable(intent.next, config.publicUrl)}`
}

/** Who came back, by an address. The service's answer is worth nothing a second time. */
async function claimOf({ providers }: Context, { provider, departure, kept }: Flow, address: URL): Promise<Claim> {
  const method = provider === 'saml' ? null : providers.forCallback(provider)
  if (!method) throw new DomainError('provider_off')
  return method.finish(address, departure, kept)
}

/** Who came back, by the form that was posted just before. Somebody else's answer, slipped to this browser, is refused. */
async function samlClaim({ db }: Context, flow: Flow, { searchParams }: URL): Promise<Claim> {
  const problem = searchParams.get('problem')
  if (problem !== null) throw new DomainError(problem === 'provider_off' ? 'provider_off' : 'provider_refused')
  const { requestId, claim } = await redeemSamlResponse(db, searchParams.get('answer') ?? '')
  if (requestId !== requestOf(flow)) throw new DomainError('provider_refused')
  return claim
}

/** The page that tells how it went: whoever is signed in reads it on their Security tab, anybody else where they sign in. */
function placeOf(flow: Flow | null, request: FastifyRequest, told: Record<string, string>): string {
  const prefix = prefixOf(flow?.language ?? SOURCE_LANGUAGE)
  const query = new URLSearchParams(told)
  if (flow?.intent.for === 'link' || request.viewer) return `${prefix}/dashboard?tab=security&${query.toString()}`
  if (flow?.intent.for === 'sign_in') query.set('next', flow.intent.next)
  return `${prefix}/login?${query.toString()}`
}

/** An address of ours as a header can carry it: "/é" is "/%C3%A9", and "/.//evil.example" does not become "//evil.example". */
function sendable(path: string, publicUrl: string): string {
  const { pathname, search, hash } = new URL(path, publicUrl)
  return `${pathname.replace(/^\/+/, '/')}${search}${hash}`
}
