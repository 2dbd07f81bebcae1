import { afterEach, expect, test, vi } from 'vitest'
import LoginPage from '../accounts/sign-in/LoginPage.tsx'
import { expectAccessible, openPage, refusal, text, type Answers } from '../testing/page.tsx'
import { waitFor } from '../testing/render.tsx'
import { ID, offer } from '../testing/samples.ts'

const OFFER = `GET /api/offers/${ID}`
const ESTIMATE = `GET /api/offers/${ID}/estimate`
const AMOUNTS = {
  role: 'buyer',
  fiatCurrency: 'EUR',
  paymentMethod: 'sepa_instant',
  price: '0.9338',
  amountFiat: '150.00',
  amountUsdt: '160.633968',
  fee: '0.803169',
  takerUsdt: '159.830799',
  bond: '0.000000',
}

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['sell', 'buyer', '159.830799', 'you pay karim 150.00 EUR and receive 159.830799 USDT.', '/offers/buy'],
  ['buy', 'seller', '161.437137', 'you send karim 161.437137 USDT and are paid 150.00 EUR.', '/offers/sell'],
])(
  'an offer to %s is shown with the amounts of the server, and a link back',
  async (type, role, takerUsdt, words, to) => {
    await open({ [OFFER]: { ...offer, type }, [ESTIMATE]: { ...AMOUNTS, role, takerUsdt } })
    await waitFor(() => expect(text()).toContain(`Your trade: ${words}`))
    expect(text()).toContain('0.9338 EUR per USDT now, fixed when you open the trade.')
    expect(link('Choose another offer')).toBe(`${to}?currency=EUR&amount=150`)
    expect(link('Create account')).toBe(`/register?next=${encodeURIComponent(`/trade/new?offer=${ID}&amount=150`)}`)
    await expectAccessible()
  },
)

test('the amounts of an offer with several methods are those of its first one', async () => {
  const { urls } = await open({ [OFFER]: { ...offer, paymentMethods: ['revolut', 'paysera'] }, [ESTIMATE]: AMOUNTS })
  await waitFor(() => expect(text()).toContain('159.830799 USDT'))
  expect(urls.find((url) => url.includes('/estimate'))).toContain('paymentMethod=revolut')
})

test('without an amount the card names the offer and its price only', async () => {
  const { calls } = await open({ [OFFER]: offer }, `/trade/new?offer=${ID}`)
  await waitFor(() => expect(text()).toContain('Your trade: you buy USDT from karim.'))
  expect(calls).not.toContain(ESTIMATE)
})

test.each([
  ['that does not exist', refusal('not_found'), '/offers'],
  ['that is paused', { ...offer, status: 'paused' }, '/offers/buy?currency=EUR&amount=150'],
])('an offer %s is said to be gone, with a link to the others', async (_, answer, to) => {
  await open({ [OFFER]: answer })
  await waitFor(() => expect(text()).toContain('The offer you chose is no longer open.'))
  expect(link('Choose another offer')).toBe(to)
  await expectAccessible()
})

test('an amount that the offer refuses is said before the sign-in', async () => {
  const values = { from: '10.00', to: '100.00', currency: 'EUR' }
  await open({ [OFFER]: offer, [ESTIMATE]: refusal('amount_out_of_limits', { values }) })
  await waitFor(() => expect(text()).toContain('Amount must be between 10.00 and 100.00 EUR'))
  expect(text()).toContain('Your trade: you buy USDT from karim.')
})

test.each(['/dashboard', '//evil.example', '/trade/new?offer=1'])('a return to %s has no card', async (next) => {
  await open({}, next)
  await waitFor(() => expect(text()).toContain('Welcome back'))
  expect(document.querySelector('[aria-label="Your trade"]')).toBeNull()
})

function open(answers: Answers, next = `/trade/new?offer=${ID}&amount=150`) {
  return openPage(LoginPage, { path: '/login', address: `/login?next=${encodeURIComponent(next)}`, answers })
}

function link(name: string): string | null | undefined {
  return [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.getAttribute('href')
}
