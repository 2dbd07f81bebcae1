/**
 * The codes of a payment in person (decisions: Payments): the seller shows one where the parties meet, and the buyer types it to mark the
 * trade as paid; the buyer then shows another, and the seller types it after counting.
 */
import * as z from 'zod/mini'
import { plainDigits } from '../reading/characters.ts'
import { reads } from '../reading/fields.ts'

export const MEETING_CODE_DIGITS = 6

export const MEETING_CODE_INVALID = /*i18n*/ 'Type the 6 digits that the seller’s page shows.'
export const RELEASE_CODE_INVALID = /*i18n*/ 'Type the 6 digits that the buyer’s page shows.'

/** A code as the other party types it. */
/*@__NO_SIDE_EFFECTS__*/
export function shownCode(invalid: string) {
  return reads('code').check(z.regex(/^\d{6}$/, invalid))
}

/** What is refused of a field that a payment in person does not have, or has at another time. */
export const FIELD_NOT_IN_PERSON = /*i18n*/ 'Leave this out: where the parties meet, codes take the place of names.'
export const FIELD_IN_PERSON_ONLY = /*i18n*/ 'Leave this out: a code is typed only where the parties meet.'

/** Whether a text has the digits of a code in order, whatever stands between them. */
export function containsCode(text: string, code: string): boolean {
  return plainDigits(text).replaceAll(/\D/g, '').includes(code)
}
