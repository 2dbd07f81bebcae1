/** Usernames: their form, and which can be registered (spec-coverage 5; decisions: Accounts). */
import * as z from 'zod/mini'
import { latinWords } from '../operator/product.ts'
import { reads } from '../reading/fields.ts'

export const USERNAME_MIN = 3
export const USERNAME_MAX = 20
export const USERNAME_PATTERN = /^\w+$/

export const USERNAME_MISSING = /*i18n*/ 'Username is required'
export const USERNAME_CHARACTERS = /*i18n*/ 'Username can only contain letters, numbers, and underscores'
export const USERNAME_TOO_LONG = /*i18n*/ 'Username must be at most 20 characters long'

/** The username of an account in a request, whether it exists or not. */
export const usernameField = reads('username').check(z.regex(USERNAME_PATTERN), z.maxLength(USERNAME_MAX))

/** Reserved for deleted accounts: no username may start with it. */
const NAME_START = 'deleted'

/**
 * Words of names that would impersonate the staff or the product: no username may contain one, however it is written
 * (`containsReservedWord`). "Nadia_Admin", "sarraf24" and "Supp0rt_Desk" are refused, and so is "Administer".
 */
const RESERVED_WORDS = [
  'admin',
  'arbiter',
  'arbitre',
  'compliance',
  'dispute',
  'escrow',
  'litige',
  'mediator',
  'moderator',
  'official',
  'officiel',
  'security',
  'staff',
  'support',
  'system',
] as const

/** Short words that other names contain ("Whelpton", "Beetroot"): reserved as the whole name or as a part of it. */
const RESERVED_PARTS = [
  'anonymous',
  'desk',
  'equipe',
  'help',
  'helpdesk',
  'kyc',
  'paiement',
  'paiements',
  'payment',
  'payments',
  'refund',
  'refunds',
  'root',
  'team',
  'unknown',
] as const

/** What is wrong with a username, or null (spec-coverage 5, checks 3 to 5; 20 at most everywhere by decision). */
export function usernameError(username: string): string | null {
  if (username.trim() === '') return USERNAME_MISSING
  if (username.length < USERNAME_MIN) return /*i18n*/ 'Username must be at least 3 characters long'
  if (!USERNAME_PATTERN.test(username)) return USERNAME_CHARACTERS
  if (username.length > USERNAME_MAX) return USERNAME_TOO_LONG
  const skeleton = usernameSkeleton(username)
  if (skeleton === '') return /*i18n*/ 'Username must contain a letter or a number'
  if (isNameOfDeleted(skeleton) || containsReservedWord(username)) return /*i18n*/ 'This username is reserved'
  return null
}

/** Digits that replace a character: "5upp0r7" reads as "support". `usernameSkeleton` replaces 0 and 1. */
const READ_AS: Readonly<Record<string, string>> = {
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
}

/**
 * Whether the name reads as a reserved word: anywhere within it for most words; for the short ones, as a part between
 * underscores, digits or capitals. Underscores, case, look-alikes (`usernameSkeleton`), digits that replace a
 * character, and a character repeated three times make no difference.
 */
function containsReservedWord(username: string): boolean {
  const whole = readingOf(username)
  if ([...RESERVED_WORDS, ...productWords()].some((word) => whole.includes(readingOf(word)))) return true
  const spaced = username.replaceAll(/([a-z])([A-Z])/g, '$1_$2')
  const parts = [...spaced.split('_'), ...spaced.split(/[_\d]+/)].map(readingOf)
  return RESERVED_PARTS.some((word) => [whole, ...parts].includes(readingOf(word)))
}

/** The product's name in Latin script; a shorter one would refuse too many names that only contain it. */
function productWords(): string[] {
  const word = latinWords().join('')
  return word.length < PRODUCT_WORD_MIN ? [] : [word]
}

const PRODUCT_WORD_MIN = 4

function readingOf(name: string): string {
  const text = usernameSkeleton(name).replaceAll(/[2-9]/g, (digit) => READ_AS[digit] ?? digit)
  return text.replaceAll(/(.)\1{2,}/g, '$1$1')
}

/** Two names with one skeleton look alike, and only one of them can be registered: Amina_1, aminal and AM1NA_I. */
export function usernameSkeleton(username: string): string {
  return username
    .toLowerCase()
    .replaceAll('_', '')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** The name shown everywhere for a deleted account: "deleted_1f00ab34". `hex` is 8 random lowercase digits. */
export function nameOfDeleted(hex: string): string {
  return `${NAME_START}_${hex}`
}

/** Whether a name, by its skeleton (`usernameSkeleton`), could be taken for that of a deleted account. */
export function isNameOfDeleted(skeleton: string): boolean {
  return skeleton.startsWith(NAME_START)
}
