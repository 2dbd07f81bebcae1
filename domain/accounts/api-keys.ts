/** API keys, with which a user's own programs call the API (decisions: Accounts). */
import * as z from 'zod/mini'
import { nameText } from '../reading/fields.ts'

/** The scopes of a key: read, manage offers, trade. None of them includes another. */
export const KEY_SCOPES = ['read', 'offers', 'trades'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The prefix of every key, by which secret scanners recognise a leaked one. */
export const KEY_START = 'sarraf_'
export const KEY_BYTES = 32
/** How many characters after the prefix are kept, so that users can tell keys apart: 48 of the 256 bits. */
export const KEY_SHOWN = 8

export const KEYS_MAX = 20
export const KEY_NAME_MAX = 60
export const KEY_DAYS = [30, 90, 365] as const

const SCOPES_NONE = /*i18n*/ 'Select at least one permission.'
const SCOPES_TWICE = /*i18n*/ 'List each permission only once.'

export const newKeySchema = z.strictObject({
  name: nameText().check(
    z.minLength(1, /*i18n*/ 'Enter a name for the key.'),
    z.maxLength(KEY_NAME_MAX, /*i18n*/ 'Name must be at most 60 characters long.'),
  ),
  scopes: z.array(z.enum(KEY_SCOPES)).check(
    z.minLength(1, SCOPES_NONE),
    z.refine((scopes) => new Set(scopes).size === scopes.length, SCOPES_TWICE),
  ),
  /** Null: the key does not expire. */
  expiresInDays: z.nullable(z.literal(KEY_DAYS)),
})
export type NewKey = z.infer<typeof newKeySchema>
