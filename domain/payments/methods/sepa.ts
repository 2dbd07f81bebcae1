/** What all payments to an IBAN in euros have in common. */
import { HOLDER, SEPA_IBAN } from './fields.ts'
import type { Payment } from './method.ts'

type SepaDetails = Readonly<Record<'holder' | 'iban', string>>

export const SEPA = {
  risk: 'final',
  fields: [HOLDER, SEPA_IBAN],
  paymentCode,
  identity: ({ iban }: SepaDetails) => `iban ${iban}`,
} as const

/**
 * The payment code of the European Payments Council (EPC069-12, version 002, UTF-8), without the BIC, which a payment within SEPA does
 * not need. An element behind the last one is left out. Null where a long name has more bytes than a code may have.
 */
function paymentCode({ holder, iban }: SepaDetails, { amount, reference }: Payment): string | null {
  const [bic, purpose, structuredReference] = ['', '', '']
  const code = ['BCD', '002', '1', 'SCT', bic, holder, iban, `EUR${amount}`, purpose, structuredReference, reference]
    .join('\n')
    .trimEnd()
  return new TextEncoder().encode(code).length <= CODE_BYTES_MAX ? code : null
}

const CODE_BYTES_MAX = 331
