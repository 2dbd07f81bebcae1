import { emailField, HOLDER, IN_APP, noted } from './fields.ts'
import { paymentMethod } from './method.ts'

const IN_ANY_CURRENCY = {
  risk: 'reversible',
  arrival: 'minutes',
  fields: [HOLDER, emailField(/*i18n*/ 'Wise email', /*i18n*/ 'The email that others find you by in Wise')],
  notes: noted(IN_APP),
  identity: ({ email }: { email: string }) => `wise ${email}`,
} as const

/** One wallet that holds several currencies; each is a method of its own, since the lists of the market are by method. */
export const wiseEur = paymentMethod({ code: 'wise_eur', name: /*i18n*/ 'Wise (EUR)', ...IN_ANY_CURRENCY })
export const wiseUsd = paymentMethod({ code: 'wise_usd', name: /*i18n*/ 'Wise (USD)', ...IN_ANY_CURRENCY })
