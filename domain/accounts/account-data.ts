/** Account deletion and data export (decisions: Accounts). */
import * as z from 'zod/mini'
import { reads } from '../reading/fields.ts'

/** Exports of an account's data in a day. */
export const EXPORTS_PER_DAY = 5

export const NOT_YOUR_USERNAME = /*i18n*/ 'This isn’t your username'

/** The user types their username, so that no account is deleted by mistake. */
export const accountDeletionSchema = z.strictObject({
  username: reads('username').check(z.minLength(1, NOT_YOUR_USERNAME)),
})
export type AccountDeletionInput = z.infer<typeof accountDeletionSchema>
