/**
 * Verification of payee (Regulation (EU) 2024/886): before a transfer in euros the payer's bank compares the payee's name with the
 * holder of the account. The buyer records what the bank said, while the payment can still be stopped.
 */
export const PAYEE_ANSWERS = ['match', 'close_match', 'no_match', 'no_answer'] as const
export type PayeeAnswer = (typeof PAYEE_ANSWERS)[number]

/** As a buyer reads them in a banking app. */
export const PAYEE_ANSWER_TEXTS: Readonly<Record<PayeeAnswer, string>> = {
  match: /*i18n*/ 'The name matches',
  close_match: /*i18n*/ 'The name nearly matches',
  no_match: /*i18n*/ 'The name doesn’t match',
  no_answer: /*i18n*/ 'The bank said nothing',
}
