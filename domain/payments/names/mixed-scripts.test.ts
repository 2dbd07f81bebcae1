import { expect, test } from 'vitest'
import { paymentDetailsSchema } from '../payment-accounts.ts'
import { payerName } from '../payer-check.ts'
import { MIXED_SCRIPTS } from './mixed-scripts.ts'

test.each([
  ['Карim Ben Salah', 'Cyrillic К, а and р'],
  ['Karim Вen Salah', 'Cyrillic В in one word'],
  ['Οmar Haddad', 'Greek Ο'],
  ['Ꭺmina Trabelsi', 'Cherokee Ꭺ'],
  ['Քarim', 'Armenian Ք'],
  ['كريمa', 'Latin a behind Arabic'],
])('%s is refused as a payer’s and an account’s name: %s', (name) => {
  const account = { method: 'd17', holder: name, phone: '20123456' }
  for (const { error } of [payerName().safeParse(name), paymentDetailsSchema.safeParse(account)])
    expect(error?.issues.map(({ message }) => message)).toEqual([MIXED_SCRIPTS])
})

test.each([
  'Karim Ben Salah',
  'كريم Ben Salah',
  'Κώστας Papadopoulos',
  'Zoë D’Arcy-Müller',
  'Şükrü Ünal',
  '山田 タロウ',
  '山田タロウ',
  'Nguyễn Văn A',
])('%s is a name in one alphabet a word', (name) => expect(payerName().safeParse(name).success).toBe(true))
