/** What all payments to an IBAN in euros have in common. */
import { BOOKED, HOLDER, noted, SEPA_IBAN } from './fields.ts'
import type { PaymentCodeInput } from './method.ts'

type SepaDetails = Readonly<Record<'holder' | 'iban', string>>

export const SEPA = {
  risk: 'final',
  hasPayeeCheck: true,
  fields: [
    {
      ...HOLDER,
      hint: /*i18n*/ 'Exactly the name that your bank has. The buyer’s bank compares the two, and a buyer whose bank finds another name is told not to pay.',
    },
    SEPA_IBAN,
  ],
  paymentCode,
  notes: noted(BOOKED),
  identity: ({ iban }: SepaDetails) => `iban ${iban}`,
} as const

/**
 * The payment code of the European Payments Council (EPC069-12, version 002, UTF-8), without the BIC, which it must have
 * for a bank outside the European Economic Area. An element behind the last one is left out. Null for such a bank, and where a long name
 * has more bytes than a code may have.
 */
function paymentCode({ holder, iban }: SepaDetails, { amount, reference }: PaymentCodeInput): string | null {
  if (OUTSIDE_EEA.has(iban.slice(0, 2))) return null
  const [bic, purpose, structuredReference] = ['', '', '']
  const code = ['BCD', '002', '1', 'SCT', bic, holder, iban, `EUR${amount}`, purpose, structuredReference, reference]
    .join('\n')
    .trimEnd()
  return new TextEncoder().encode(code).length <= CODE_BYTES_MAX ? code : null
}

const CODE_BYTES_MAX = 331

/** The countries of SEPA that are not of the European Economic Area (domain/payments/sepa-countries.ts). */
export const OUTSIDE_EEA: ReadonlySet<string> = new Set([
  'AD',
  'AL',
  'CH',
  'GB',
  'GI',
  'MC',
  'MD',
  'ME',
  'MK',
  'RS',
  'SM',
  'VA',
])
