/** The redirect URIs of identity providers, and the SAML assertion consumer service: for browsers, not part of the API. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldOf } from '../../db/error-codes.ts'
import { DomainError } from '../../../domain/errors.ts'
import { CALLBACK_ERRORS } from '../../../domain/accounts/identities.ts'
import { PROVIDERS } from '../../../domain/accounts/sign-in-methods.ts'
import type { CallbackError } from '../../../domain/accounts/identities.ts'
import type { Context } from '../../context.ts'
import { asSystem } from '../../db/scope.ts'
import { SAML_ACS_PATH } from '../../http/well-known-paths.ts'
import { isSamlRequestPending, storeSamlResponse } from '../identities/authorization-requests.ts'
import { isTag } from '../identities/authorization-tag.ts'
import { callbackPath } from '../identities/start-authorization.ts'
import { handleCallback } from './handle-callback.ts'

/** A signed assertion with its certificates can exceed 64 KB. */
const SAML_BODY_LIMIT = 256 * 1024
/** HEAD would do the work of GET. */
const OPTIONS = { exposeHeadRoute: false }

export function callbackRoutes(app: FastifyInstance, context: Context): void {
  // Users see these answers: every error leads to a page that reports it.
  void app.register(async (callbacks) => {
    callbacks.setErrorHandler((error, request, reply) => {
      return reply.redirect(`/login?problem=${reportedError(error, request)}`, 303)
    })
    for (const provider of PROVIDERS) {
      callbacks.get(callbackPath(provider), OPTIONS, async (request, reply) => {
        const { path, error } = await asSystem('sign-in', () => handleCallback(context, provider, { request, reply }))
        return reply.redirect(error === undefined ? path() : path(reportedError(error, request)), 303)
      })
    }
    assertionConsumerService(callbacks, context)
  })
}

/** The form is posted from another site, without cookies; a redirect makes the browser send them. */
function assertionConsumerService(callbacks: FastifyInstance, context: Context): void {
  callbacks.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: SAML_BODY_LIMIT },
    (_request, text, done) => done(null, new URLSearchParams(text)),
  )
  callbacks.post(SAML_ACS_PATH, OPTIONS, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const tag = form.get('RelayState') ?? ''
    const query = new URLSearchParams(isTag(tag) ? { request: tag } : {})
    for (const [name, value] of Object.entries(await asSystem('sign-in', () => storeResponse(context, form, request))))
      query.set(name, value)
    return reply.redirect(`${callbackPath('saml')}?${query.toString()}`, 303)
  })
  // Responses come by POST only; a browser can get here by its address bar.
  callbacks.get(SAML_ACS_PATH, OPTIONS, async () => {
    throw new DomainError('provider_refused')
  })
}

/** The query of the redirect: the token of the stored response, or why it was refused. */
async function storeResponse(
  { db, providers }: Context,
  form: URLSearchParams,
  request: FastifyRequest,
): Promise<{ response: string } | { problem: CallbackError }> {
  try {
    if (!providers.saml) throw new DomainError('provider_off')
    const isPending = (requestId: string) => isSamlRequestPending(db, requestId)
    const verified = await providers.saml.verifyResponse(form.get('SAMLResponse') ?? '', isPending)
    return { response: await storeSamlResponse(db, verified) }
  } catch (error) {
    return { problem: reportedError(error, request) }
  }
}

/** The code for the page. Logs, without secrets, what only the provider or the operator can solve. */
function reportedError(error: unknown, request: FastifyRequest): CallbackError {
  const code = error instanceof DomainError ? error.code : 'internal'
  // Used by a concurrent callback, or expired.
  if (code === 'link_invalid') return 'sign_in_expired'
  const status = fieldOf(error, 'statusCode')
  // The body could not be read.
  if (code === 'internal' && typeof status === 'number' && status < 500) return 'provider_refused'
  const route = request.routeOptions.url
  if (code === 'internal') request.log.error({ err: error, route }, 'an authorization callback failed')
  if (code.startsWith('provider_')) {
    const cause = fieldOf(error, 'cause')
    request.log.warn(
      { code, route, why: cause instanceof Error ? cause.message : cause },
      'an identity provider failed',
    )
  }
  return CALLBACK_ERRORS.find((known) => known === code) ?? 'internal'
}
