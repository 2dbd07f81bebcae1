/**
 * The check of the payer (decisions: Trades): the buyer declares the name on the account that the money leaves, the seller
 * types the sender's name from the account that it reached, and `compareNames` compares them.
 */
import * as z from 'zod/mini'
import { nameText } from '../reading/fields.ts'
import { hasMixedScripts, MIXED_SCRIPTS } from './names/mixed-scripts.ts'

export const PAYER_NAME_MIN = 2
export const PAYER_NAME_MAX = 100

export const PAYER_NAME_MISSING = /*i18n*/ 'Enter the name as the account shows it.'

/** A name, as an account shows it. */
/*@__NO_SIDE_EFFECTS__*/
export function payerName() {
  return nameText().check(
    z.minLength(PAYER_NAME_MIN, PAYER_NAME_MISSING),
    z.maxLength(PAYER_NAME_MAX, /*i18n*/ 'A name can have up to 100 characters.'),
    z.refine((name) => !hasMixedScripts(name), MIXED_SCRIPTS),
  )
}
