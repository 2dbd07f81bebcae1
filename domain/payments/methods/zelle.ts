import { BOOKED, emailField, HOLDER, noted } from './fields.ts'
import { paymentMethod } from './method.ts'

/** Final between the banks, and returned by them when the sender reports a fraud. */
export const zelle = paymentMethod({
  code: 'zelle',
  name: /*i18n*/ 'Zelle',
  risk: 'reversible',
  arrival: 'minutes',
  fields: [HOLDER, emailField(/*i18n*/ 'Zelle email', /*i18n*/ 'The email enrolled with Zelle, not a phone number')],
  notes: noted(
    BOOKED,
    /*i18n*/ 'Zelle never asks you to upgrade the account or to send money back first: such emails are forged.',
  ),
  identity: ({ email }) => `zelle ${email}`,
})
