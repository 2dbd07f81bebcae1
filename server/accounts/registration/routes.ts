import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as accountsApi from '../../../domain/api/accounts/accounts.ts'
import * as identitiesApi from '../../../domain/api/accounts/identities.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import type { Context } from '../../context.ts'
import { pendingSignUpCookie, registrationCookie } from '../../http/cookies.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { findToken } from '../one-time-tokens/tokens.ts'
import { clientOf } from '../sessions/client-of.ts'
import { respondToSignIn } from '../sign-in/respond-to-sign-in.ts'
import { confirmRegistration } from './confirm-registration.ts'
import { completePendingSignUp, findPendingSignUp } from './pending-sign-up.ts'
import { register, resendRegistrationCode } from './register.ts'
import type { PendingRegistration } from './register.ts'
import { suggestUsername } from './suggest-username.ts'

/** No commands, whose record would be derived from passwords and codes; a registration that is sent twice is one more email. */
export function registrationRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, publicReads } = context
  const { publicUrl } = config
  const { mount } = endpointsOn(app, context, { public: 'registration' })
  const tokenIn = (request: FastifyRequest) => registrationCookie.read(request, publicUrl)

  mount(accountsApi.register, async ({ body, request, reply }) =>
    answerPending(reply, await register(context, body, clientOf(request, publicUrl))),
  )
  mount(accountsApi.getRegistration, async ({ request }) => {
    const found = await findToken(db, 'registration', tokenIn(request))
    return { email: found && found.payload.email }
  })
  mount(accountsApi.suggestUsername, async () => ({ username: await suggestUsername(publicReads) }))
  mount(accountsApi.resendRegistrationCode, async ({ request }) => {
    await resendRegistrationCode(context, tokenIn(request), clientOf(request, publicUrl))
    return { done: true } as const
  })
  mount(accountsApi.confirmRegistration, async ({ body, request, reply }) => {
    const client = clientOf(request, publicUrl)
    const result = await confirmRegistration(context, tokenIn(request), body.code, client)
    return respondToSignIn(context, { request, reply }, result)
  })

  mount(identitiesApi.getPendingSignUp, async ({ request }) => ({
    pendingSignUp: await findPendingSignUp(db, pendingSignUpCookie.read(request, publicUrl)),
  }))
  mount(identitiesApi.completePendingSignUp, async ({ body, request, reply }) => {
    const token = pendingSignUpCookie.read(request, publicUrl)
    const result = await completePendingSignUp(context, token, body, clientOf(request, publicUrl))
    if ('registration' in result) return answerPending(reply.code(202), result)
    return respondToSignIn(context, { request, reply }, result)
  })

  /** A user who is signed in in this browser stays signed in until the code is entered. */
  function answerPending(reply: FastifyReply, { registration, email }: PendingRegistration): Session {
    registrationCookie.set(reply, publicUrl, registration)
    return { user: null, registration: { email } }
  }
}
