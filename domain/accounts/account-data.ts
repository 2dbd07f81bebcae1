/** Account deletion and data export, and the name that is shown for a deleted account (decisions: Accounts). */
import * as z from 'zod/mini'

/** Reserved for deleted accounts: no username may start with it. */
const NAME_START = 'deleted'

/** Exports of an account's data in a day. */
export const EXPORTS_PER_DAY = 5

export const NOT_YOUR_USERNAME = /*i18n*/ 'This isn’t your username'

/** The name shown everywhere for a deleted account: "deleted_1f00ab34". `hex` is 8 random lowercase digits. */
export function nameOfDeleted(hex: string): string {
  return `${NAME_START}_${hex}`
}

/** Whether a name, by its skeleton (`usernameSkeleton`), could be taken for that of a deleted account. */
export function isNameOfDeleted(skeleton: string): boolean {
  return skeleton.startsWith(NAME_START)
}

/** The user types their username, so that no account is deleted by mistake. */
export const accountDeletionSchema = z.strictObject({
  username: z.string().check(z.trim(), z.minLength(1, NOT_YOUR_USERNAME), z.maxLength(200, NOT_YOUR_USERNAME)),
})
export type AccountDeletionInput = z.infer<typeof accountDeletionSchema>
