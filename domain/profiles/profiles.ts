/** Bio and location, and the trader's record (spec-coverage 2 and 5; decisions: Trades, Accounts). */
import * as z from 'zod/mini'
import { usernameError } from '../accounts/usernames.ts'
import { freeText, reads } from '../reading/fields.ts'
import { LANGUAGES } from '../languages.ts'

export const BIO_MAX = 300
export const LOCATION_MAX = 60
/** A profile picture is a square with this many pixels a side. */
export const AVATAR_SIDE = 256
/** The file types a user may choose; the server checks the file's contents. */
export const AVATAR_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
/** Profile pictures that one user may upload in a minute. */
export const AVATARS_PER_MINUTE = 6

/** A username can be changed once in this many days, and stays reserved for its former owner as long (spec-coverage 5). */
export const USERNAME_CHANGE_DAYS = 365

/** The spans of the activity chart, in days; the server counts the longest. */
export const ACTIVITY_DAYS = [30, 90] as const
export type ActivityDays = (typeof ACTIVITY_DAYS)[number]

/** The texts of a user's profile; both may be empty. */
export const profileSchema = z.strictObject({
  bio: words(BIO_MAX, /*i18n*/ 'Bio must be at most 300 characters long'),
  location: words(LOCATION_MAX, /*i18n*/ 'Location must be at most 60 characters long'),
  /** Left out: unchanged. */
  language: z.optional(z.enum(LANGUAGES)),
})
/** The language alone, which has a form of its own. */
export const languageSchema = z.strictObject({ language: z.enum(LANGUAGES) })
export type ProfileInput = z.infer<typeof profileSchema>

export const usernameSchema = z.strictObject({
  username: reads('username').check((ctx) => {
    const message = usernameError(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  }),
})

/** 2 of 7 is "28.6" percent, rounded half up to one decimal. Null when `whole` is 0. */
export function ratePercent(part: number, whole: number): string | null {
  return whole === 0 ? null : (Math.round((part * 1000) / whole) / 10).toFixed(1)
}

/** 286 tenths are "28.6" percent. */
export function percentOfTenths(tenths: number | null): string | null {
  return tenths === null ? null : (tenths / 10).toFixed(1)
}

function words(max: number, message: string) {
  return freeText().check((ctx) => {
    if ([...ctx.value].length <= max) return
    ctx.issues.push({ code: 'custom', input: ctx.value, message })
  })
}
