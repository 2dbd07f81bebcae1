/**
 * Where other services send people back to, and where they read our keys and metadata: addresses for browsers and for those
 * services, none of them a call of the API.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'
import { PROVIDERS, CALLBACK_ERRORS, type ProviderId, type CallbackError } from '../../domain/identities.ts'
import type { Context } from '../context.ts'
import { JWKS_PATH, SAML_ACS_PATH, SAML_METADATA_PATH } from '../http/well-known-paths.ts'
import { handleCallback } from './handle-callback.ts'
import { isTag } from '../identities/cookies.ts'
import { isSamlRequestPending, storeSamlResponse } from '../identities/authorization-requests.ts'
import { callbackPath } from '../identities/start-authorization.ts'

/** A signed assertion with its certificates; 64 KB may be too few. */
const SAML_BODY_LIMIT = 256 * 1024
/** HEAD would do what GET does. */
const DOOR = { exposeHeadRoute: false }

export function callbackRoutes(app: FastifyInstance, context: Context): void {
  const { providers } = context
  app.get(JWKS_PATH, DOOR, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return providers.keys.publicSet()
  })
  app.get(SAML_METADATA_PATH, DOOR, async (_request, reply) => {
    if (!providers.saml) throw new DomainError('provider_off')
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(providers.saml.metadata())
  })

  // People stand at these: whatever goes wrong on the way leads to a page that says so.
  void app.register(async (doors) => {
    doors.setErrorHandler((error, request, reply) => {
      return reply.redirect(`/login?problem=${problemOf(error, request)}`, 303)
    })
    for (const provider of PROVIDERS) {
      doors.get(callbackPath(provider), DOOR, async (request, reply) => {
        return reply.redirect(await returnOf(context, provider, request, reply), 303)
      })
    }
    samlAnswers(doors, context)
  })
}

async function returnOf(
  context: Context,
  provider: ProviderId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { place, error } = await handleCallback(context, provider, request, reply)
  return error === undefined ? place() : place(problemOf(error, request))
}

/** The form is posted from another site, so that no cookie comes along: the redirect fetches those. */
function samlAnswers(doors: FastifyInstance, context: Context): void {
  doors.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: SAML_BODY_LIMIT },
    (_request, text, done) => done(null, new URLSearchParams(text)),
  )
  doors.post(SAML_ACS_PATH, DOOR, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const tag = form.get('RelayState') ?? ''
    const query = new URLSearchParams(isTag(tag) ? { flow: tag } : {})
    for (const [name, value] of Object.entries(await answerIn(context, form, request))) query.set(name, value)
    return reply.redirect(`${callbackPath('saml')}?${query.toString()}`, 303)
  })
  // Answers come by POST only; a browser may come here by its address bar.
  doors.get(SAML_ACS_PATH, DOOR, async () => {
    throw new DomainError('provider_refused')
  })
}

/** What the person's browser is sent on with: what stands for the answer, or why it was refused. */
async function answerIn(
  { db, providers }: Context,
  form: URLSearchParams,
  request: FastifyRequest,
): Promise<{ answer: string } | { problem: CallbackError }> {
  try {
    if (!providers.saml) throw new DomainError('provider_off')
    const answer = await providers.saml.take(form.get('SAMLResponse') ?? '', (requestId) =>
      isSamlRequestPending(db, requestId),
    )
    return { answer: await storeSamlResponse(db, answer) }
  } catch (error) {
    return { problem: problemOf(error, request) }
  }
}

/** What the page is told. What only the other side or whoever runs this can mend is logged, without anything secret. */
function problemOf(error: unknown, request: FastifyRequest): CallbackError {
  const code = error instanceof DomainError ? error.code : 'internal'
  // Used up by its twin, or by its age.
  if (code === 'link_invalid') return 'sign_in_expired'
  const status = (error as { statusCode?: number }).statusCode ?? 500
  // A body that could not be read is nobody's word.
  if (code === 'internal' && status < 500) return 'provider_refused'
  const door = request.routeOptions.url
  if (code === 'internal') request.log.error({ err: error, door }, 'coming back from another service')
  if (code.startsWith('provider_')) {
    const { cause } = error as Error
    request.log.warn({ code, door, why: cause instanceof Error ? cause.message : cause }, 'another service')
  }
  return CALLBACK_ERRORS.find((known) => known === code) ?? 'internal'
}
