/** Leaving: an account that its owner deletes, and what is shown of whoever has left (decisions: Accounts). */
import * as z from 'zod/mini'

/** What nobody can be called and no address can end with: both are of accounts that were deleted. */
const NAME_START = 'deleted'
export const EMAIL_END_OF_DELETED = '@deleted.invalid'

/** Copies of all of one's data that can be had in a day. */
export const EXPORTS_PER_DAY = 5

export const NOT_YOUR_USERNAME = /*i18n*/ 'This isn’t your username'

/** The name a deleted account is known by, everywhere: "deleted_1f00ab34". `hex` is 8 random digits, in small letters. */
export function nameOfDeleted(hex: string): string {
  return `${NAME_START}_${hex}`
}

/** An address that no mail can reach: the domain `invalid` is nobody's for ever (RFC 2606). */
export function emailOfDeleted(userId: string): string {
  return userId + EMAIL_END_OF_DELETED
}

/** Whether a name, by its skeleton (`usernameSkeleton`), could be taken for that of a deleted account. */
export function isNameOfDeleted(skeleton: string): boolean {
  return skeleton.startsWith(NAME_START)
}

/** One's own username, typed so that nobody deletes an account by a slip. */
export const accountDeletionSchema = z.strictObject({
  username: z.string().check(z.trim(), z.minLength(1, NOT_YOUR_USERNAME), z.maxLength(200, NOT_YOUR_USERNAME)),
})
export type AccountDeletionInput = z.infer<typeof accountDeletionSchema>
