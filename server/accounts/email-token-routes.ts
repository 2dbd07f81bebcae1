/** What goes through the mailbox: verifying an e-mail, changing it, codes to sign in with, and forgotten passwords. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CodeSignInInput, PasswordResetInput } from '../../domain/accounts.ts'
import * as api from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { command, mount } from '../http/route.ts'
import { confirmNewEmail, startEmailChange, undoNewEmail } from './change-email.ts'
import { setDeviceCookie } from '../sessions/device-cookie.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'
import { arrive, clientOf } from '../sessions/start-session.ts'

/**
 * Calls with a link's token or a code are no `command`s and need no Idempotency-Key: each works once by itself, and what a
 * command remembers of a body must not be made from one_time_tokens. Those that ask for mail answer before anybody is known.
 */
export function emailTokenRoutes(app: FastifyInstance, context: Context): void {
  const { accounts, db, limits } = context

  mount(app, api.sendSignInCode, async (request) => {
    const { email } = request.body as { email: string }
    return { codeId: await accounts.sendSignInCode(email, clientOf(request)) }
  })
  mount(app, api.signInWithCode, async (request, reply) => {
    const arrival = await accounts.signInWithCode(request.body as CodeSignInInput, clientOf(request))
    return arrive(context, request, reply, arrival)
  })

  mount(app, api.forgotPassword, async (request) => {
    const { email } = request.body as { email: string }
    await accounts.forgotPassword(email, clientOf(request))
    return DONE
  })
  mount(app, api.resetPassword, async (request, reply) => {
    const client = clientOf(request)
    await withLink(request, () => accounts.resetPassword(request.body as PasswordResetInput, client))
    setDeviceCookie(reply, context.config.publicUrl, client.device.next)
    return DONE
  })

  mount(app, api.verifyEmail, async (request) =>
    withLink(request, (token) => inTransaction(db, (tx) => verifyEmail(tx, token, request.viewer))),
  )
  command(app, context, api.resendVerification, async (tx, _, viewer) => ({
    isVerified: await resendVerification(tx, limits, viewer),
  }))

  command(app, context, api.changeEmail, async (tx, { body }, viewer) => {
    await startEmailChange(tx, limits, viewer, body.newEmail)
    return DONE
  })
  mount(app, api.confirmEmail, async (request) =>
    withLink(request, (token) => inTransaction(db, (tx) => confirmNewEmail(tx, token, request.viewer))),
  )
  mount(app, api.undoEmail, async (request) =>
    withLink(request, (token) => inTransaction(db, (tx) => undoNewEmail(tx, token))),
  )

  /** Links that open nothing are counted, and refused with `rate_limited` when there were many. */
  async function withLink(request: FastifyRequest, work: (token: string) => Promise<void>): Promise<typeof DONE> {
    try {
      await work((request.body as { token: string }).token)
      return DONE
    } catch (error) {
      if (error instanceof DomainError && error.code === 'link_invalid')
        await limits.consume(db, 'invalid_links_per_network', request.ip)
      throw error
    }
  }
}

const DONE = { done: true } as const
