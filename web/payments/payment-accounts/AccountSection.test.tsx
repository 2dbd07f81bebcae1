import { afterEach, expect, test, vi } from 'vitest'
import { alerts, fill, field, openPage, pending, pressButton, refusal, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { account, ID, user } from '../../testing/samples.ts'
import { AccountSection } from './AccountSection.tsx'

const LIST = 'GET /api/payment-accounts'
const OTHER = { ...account, id: ID.replace('0', '1'), lastFour: '2606', isDefault: false }

afterEach(() => vi.unstubAllGlobals())

const open = (answers: object) =>
  openPage(AccountSection, { path: '/account', answers: { 'GET /api/session': { user }, ...answers } })

test('while the accounts load nothing is claimed, and a failure can be retried', async () => {
  const { answer } = await open({ [LIST]: pending })
  expect(text()).not.toContain('Add the accounts')
  vi.unstubAllGlobals()
  const failed = await open({ [LIST]: refusal('busy') })
  await waitFor(() => expect(alerts()).toHaveLength(1))
  failed.answer({ [LIST]: { accounts: [account] } })
  await pressButton('Try again')
  await waitFor(() => expect(text()).toContain('SEPA Instant'))
  expect(answer).toBeTypeOf('function')
})

test('without an account the section says what they are for', async () => {
  await open({ [LIST]: { accounts: [] } })
  await waitFor(() => expect(text()).toContain('Add the accounts you want to be paid into when you sell USDT.'))
})

test('an account is added, and a wrong field is refused beside it without a call', async () => {
  const saved = { id: ID, accounts: [{ ...account, method: 'd17', lastFour: '3456' }] }
  const { calls } = await open({ [LIST]: { accounts: [] }, 'POST /api/payment-accounts': saved })
  await waitFor(() => expect(text()).toContain('Add payment account'))
  await pressButton('Add payment account')
  await waitFor(() => expect(field('Phone number')).not.toBeNull())
  await fill('Account holder', 'Amina Ben Salah')
  await fill('Phone number', '71 123 456')
  await pressButton('Save account')
  await waitFor(() => expect(text()).toContain('Enter a Tunisian mobile number of 8 digits.'))
  expect(calls).not.toContain('POST /api/payment-accounts')
  await fill('Phone number', '98 123 456')
  await pressButton('Save account')
  await waitFor(() => expect(text()).toContain('…3456'))
})

test('the default of several accounts is marked, and one in use cannot be removed', async () => {
  await open({
    [LIST]: { accounts: [{ ...account, usedByOffers: 1 }, OTHER] },
    [`DELETE /api/payment-accounts/${ID}`]: refusal('payment_account_in_use'),
  })
  await waitFor(() => expect(text()).toContain('used by 1 offer'))
  expect(text()).toContain('Default')
  expect(text()).toContain('Make default')
  const [remove] = [...document.querySelectorAll<HTMLButtonElement>('button')].filter(
    ({ textContent }) => textContent === 'Remove',
  )
  await press(remove!)
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')).not.toBeNull())
  const confirm = [...document.querySelectorAll<HTMLButtonElement>('[role=alertdialog] button')].at(-1)
  await press(confirm!)
  await waitFor(() => expect(text()).toContain('An offer uses this payment account.'))
})
