import { HOLDER, IN_APP, noted } from './fields.ts'
import { paymentMethod } from './method.ts'

export const revolut = paymentMethod({
  code: 'revolut',
  name: /*i18n*/ 'Revolut',
  risk: 'reversible',
  arrival: 'seconds',
  fields: [
    HOLDER,
    {
      name: 'tag',
      label: /*i18n*/ 'Revolut tag',
      hint: /*i18n*/ 'For example @amina99',
      reads: 'tag',
      refusal: (tag) =>
        /^@[a-z0-9]{3,16}$/.test(tag)
          ? null
          : /*i18n*/ 'A Revolut tag is @ and 3 to 16 characters from a to z and 0 to 9.',
    },
  ],
  walletPage: ({ tag }) => `https://revolut.me/${tag.slice(1)}`,
  notes: noted(IN_APP),
  identity: ({ tag }) => `revolut ${tag}`,
})
