import { emailField, HOLDER } from './fields.ts'
import { paymentMethod } from './method.ts'

export const paypal = paymentMethod({
  code: 'paypal',
  name: /*i18n*/ 'PayPal',
  risk: 'reversible',
  arrival: 'seconds',
  fields: [HOLDER, emailField(/*i18n*/ 'PayPal email', /*i18n*/ 'The email of your PayPal account')],
  identity: ({ email }) => `paypal ${email}`,
})
