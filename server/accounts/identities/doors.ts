/**
 * Where other services send people back to, and where they read our keys and metadata: addresses for browsers and for those
 * services, none of them a call of the API. Whatever goes wrong leads to a page that says so.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../../domain/errors.ts'
import { PROVIDERS, type ProviderId } from '../../../domain/identities.ts'
import { SOURCE_LANGUAGE, prefixOf, type Language } from '../../../domain/languages.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/pool.ts'
import { JWKS_PATH, SAML_ANSWER_PATH, SAML_METADATA_PATH } from '../../http/doors.ts'
import { arrive, clientOf } from '../welcome.ts'
import { arriveBy } from './arrive-by.ts'
import { flowCookie } from './cookies.ts'
import { isAwaited, keepAnswer, requestOf, takeAnswer, takeFlow } from './flow.ts'
import type { Flow } from './flow.ts'
import { returnPath } from './leave-for.ts'
import { linkIdentity } from './link-identity.ts'
import type { Claim } from './provider.ts'

/** A signed assertion with its certificates; 64 KB may be too few. */
const SAML_BODY_LIMIT = 256 * 1024
const HIDDEN = { schema: { hide: true } }

export function identityDoors(app: FastifyInstance, context: Context): void {
  const { ways } = context
  for (const provider of PROVIDERS) {
    app.get(returnPath(provider), HIDDEN, (request, reply) => comeBack(context, provider, request, reply))
  }

  app.get(JWKS_PATH, HIDDEN, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return ways.keys.publicSet()
  })

  void app.register(async (saml) => {
    saml.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: SAML_BODY_LIMIT },
      (_request, text, done) => done(null, new URLSearchParams(text)),
    )
    // The form is posted from another site, so that no cookie comes along: the redirect fetches those.
    saml.post(SAML_ANSWER_PATH, HIDDEN, async (request, reply) =>
      reply.redirect(`${returnPath('saml')}?${await samlAnswer(context, request)}`, 303),
    )
  })
  app.get(SAML_METADATA_PATH, HIDDEN, async (_request, reply) => {
    if (!ways.saml) throw new DomainError('provider_off')
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(ways.saml.metadata())
  })
}

/** What the person's browser is sent on with: what stands for the answer, or why it was refused. */
async function samlAnswer({ db, ways }: Context, request: FastifyRequest): Promise<string> {
  try {
    if (!ways.saml) throw new DomainError('provider_off')
    const form = request.body as URLSearchParams
    const answer = await ways.saml.take(form.get('SAMLResponse') ?? '', (requestId) => isAwaited(db, requestId))
    return `answer=${await keepAnswer(db, answer)}`
  } catch (error) {
    return `problem=${codeOf(error, request)}`
  }
}

async function comeBack(
  context: Context,
  provider: ProviderId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { publicUrl } = context.config
  const token = flowCookie.tokenOf(request, publicUrl)
  if (token) flowCookie.clear(reply, publicUrl)
  const flow = await takeFlow(context.db, token)
  try {
    if (flow?.provider !== provider) throw new DomainError('sign_in_expired')
    const claim = await claimOf(context, flow, new URL(request.url, publicUrl))
    return reply.redirect(await goOn(context, flow, claim, request, reply), 303)
  } catch (error) {
    return reply.redirect(placeOf(flow, { problem: codeOf(error, request) }), 303)
  }
}

/** Who came back, by the answer to what this browser left with. */
async function claimOf({ db, ways }: Context, flow: Flow, address: URL): Promise<Claim> {
  const { departure, kept, provider } = flow
  if (provider !== 'saml') {
    const way = ways.returning(provider)
    if (!way) throw new DomainError('provider_off')
    return way.finish(address, departure, kept)
  }
  const problem = address.searchParams.get('problem')
  if (problem !== null) throw new DomainError(problem === 'provider_off' ? 'provider_off' : 'provider_refused')
  const { requestId, claim } = await takeAnswer(db, address.searchParams.get('answer') ?? '')
  // Somebody else's answer, slipped to this browser to sign it in as them.
  if (requestId !== requestOf(flow)) throw new DomainError('provider_refused')
  return claim
}

/** Does the errand; where the person is sent then. */
async function goOn(
  context: Context,
  flow: Flow,
  claim: Claim,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { errand, provider } = flow
  if (errand.for === 'link') {
    const { viewer } = request
    if (viewer?.id !== errand.userId || viewer.sessionId !== errand.sessionId) throw new DomainError('sign_in_expired')
    await inTransaction(context.db, (tx) => linkIdentity(tx, viewer, provider, claim))
    return placeOf(flow, { linked: provider })
  }
  const arrival = await arriveBy(context.db, provider, claim, clientOf(request))
  const session = await arrive(context, request, reply, arrival)
  const prefix = prefixOf(flow.language)
  const next = `next=${encodeURIComponent(errand.next)}`
  if (session.newcomer) return `${prefix}/register?with=${session.newcomer.kind}&${next}`
  return session.secondFactor ? `${prefix}/login?step=second&${next}` : `${prefix}${errand.next}`
}

/** The page that shows how it went: where the person had left from. */
function placeOf(flow: Flow | null, told: Record<string, string>): string {
  const language: Language = flow?.language ?? SOURCE_LANGUAGE
  const query = new URLSearchParams(told)
  if (flow?.errand.for === 'link') return `${prefixOf(language)}/dashboard?tab=security&${query.toString()}`
  if (flow) query.set('next', flow.errand.for === 'sign_in' ? flow.errand.next : '/')
  return `${prefixOf(language)}/login?${query.toString()}`
}

function codeOf(error: unknown, request: FastifyRequest): string {
  if (error instanceof DomainError) {
    // Used up by its twin, or by its age.
    return error.code === 'link_invalid' ? 'sign_in_expired' : error.code
  }
  request.log.error({ err: error }, 'coming back from another service')
  return 'internal'
}
