import { emailField, HOLDER, IN_APP, noted } from './fields.ts'
import { paymentMethod } from './method.ts'

export const paypal = paymentMethod({
  code: 'paypal',
  name: /*i18n*/ 'PayPal',
  risk: 'reversible',
  arrival: 'seconds',
  fields: [HOLDER, emailField(/*i18n*/ 'PayPal email', /*i18n*/ 'The email of your PayPal account')],
  notes: noted(IN_APP, /*i18n*/ 'A payment that is pending, on hold or under review has not arrived.'),
  identity: ({ email }) => `paypal ${email}`,
})
