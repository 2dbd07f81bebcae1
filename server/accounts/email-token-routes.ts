/** Calls that send or redeem links: verifying and changing an email, and forgotten passwords. */
import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api/accounts/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { deviceCookie } from '../http/cookies.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { clientOf } from './sessions/client-of.ts'
import { confirmNewEmail, startEmailChange } from './change-email.ts'
import { removeAddition, reviewAddition } from './remove-addition.ts'
import { forgotPassword, resetPassword, reviewReset } from './reset-password.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

const DONE = { done: true } as const

/**
 * Calls with a link's token need no Idempotency-Key: a token works once by itself, and the record of a command must not be
 * computed from a secret.
 */
export function emailTokenRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, limits } = context
  const { mount, command } = endpointsOn(app, context, { public: 'account recovery' })

  mount(api.forgotPassword, async ({ body, request }) => {
    await forgotPassword(context, body.email, clientOf(request, config.publicUrl))
    return DONE
  })
  mount(api.reviewReset, ({ body, request }) => countInvalidLinks(request.ip, () => reviewReset(db, body.token)))
  mount(api.resetPassword, async ({ body, request, reply }) => {
    const client = clientOf(request, config.publicUrl)
    await countInvalidLinks(request.ip, () => resetPassword(context, body, client))
    deviceCookie.set(reply, config.publicUrl, client.device.nextToken)
    return DONE
  })

  mount(api.verifyEmail, async ({ body, viewer, request }) => {
    await countInvalidLinks(request.ip, () => inTransaction(db, (tx) => verifyEmail(tx, body.token, viewer)))
    return DONE
  })
  command(api.resendVerification, async (tx, { viewer }) => ({
    isVerified: await resendVerification(tx, limits, viewer),
  }))

  command(api.changeEmail, async (tx, { body, viewer }) => {
    await startEmailChange(tx, limits, viewer, body.newEmail)
    return DONE
  })
  mount(api.confirmEmail, async ({ body, viewer, request }) => {
    await countInvalidLinks(request.ip, () =>
      inTransaction(db, (tx) => confirmNewEmail(tx, context.keyring, body.token, viewer)),
    )
    return DONE
  })
  mount(api.undoEmail, async ({ body, request }) => {
    await countInvalidLinks(request.ip, () => inTransaction(db, (tx) => undoEmailChange(tx, body.token)))
    return DONE
  })
  mount(api.reviewAddition, ({ body, request }) => countInvalidLinks(request.ip, () => reviewAddition(db, body.token)))
  mount(api.removeAddition, ({ body, request }) =>
    countInvalidLinks(request.ip, () => inTransaction(db, (tx) => removeAddition(tx, body.token))),
  )

  /** Refuses with `rate_limited` where many invalid links came from one network. */
  async function countInvalidLinks<T>(ipAddress: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DomainError && error.code === 'link_invalid')
        await limits.consume(db, 'invalid_links_per_network', ipAddress)
      throw error
    }
  }
}
