import { expect, test } from 'vitest'
import { addressHere } from './address-here.ts'

test.each([
  ['http://localhost:3000/fr/reset-password#token=a-b_c', '/fr/reset-password#token=a-b_c'],
  ['https://sarraf.example/settings?tab=security', '/settings?tab=security'],
  ['https://sarraf.example', '/'],
  ['https://sarraf.example//evil.example/x', '/evil.example/x'],
  ['https://', '/'],
])('%s is %s here', (link, here) => {
  expect(addressHere(link)).toBe(here)
})
