import type { QueryKey } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ERRORS } from '../../../domain/errors.ts'
import {
  alerts,
  field,
  fill,
  findButton,
  garbled,
  openPage,
  pending,
  pressButton,
  refusal,
  text,
  type Answers,
} from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { ID, currencies, offer, quote, user } from '../../testing/samples.ts'
import NewTradePage from './NewTradePage.tsx'
import { OpenedTradeDialog } from './OpenedTradeDialog.tsx'

const OFFER = `GET /api/offers/${ID}`
const OPENING = 'POST /api/trades'
const QUOTING = 'POST /api/quotes'

afterEach(() => vi.unstubAllGlobals())

test('the user’s own offer shows a notice, which leads to the offers', async () => {
  const { address } = await open({ [OFFER]: { ...offer, isMine: true } })
  await waitFor(() => expect(document.querySelector('[role=alertdialog]')).not.toBeNull())
  expect(text()).toContain('You cannot trade with your own offer')
  await pressButton('OK')
  await waitFor(() => expect(address()).toBe('/offers'))
})

test.each([
  ['not_found', refusal('not_found')],
  ['invalid_input', refusal('invalid_input')],
])('an offer answered by %s is not found, with a link to the others', async (_, answer) => {
  await open({ [OFFER]: answer })
  await waitFor(() => expect(text()).toContain('Offer not found'))
  expect(text()).toContain('The offer you’re looking for doesn’t exist or has been removed')
  expect(link('Browse other offers')).toBe('/offers')
})

test('in place of the form, an offer that is not active says so and leads to others of its currency and side', async () => {
  await open({ [OFFER]: { ...offer, status: 'paused' } }, `/trade/new?offer=${ID}&amount=150`)
  await waitFor(() => expect(text()).toContain(ERRORS.offer_unavailable.text))
  expect(link('Browse other offers')).toBe('/offers/buy?currency=EUR&amount=150')
  expect(document.querySelector('input')).toBeNull()
})

test('the offer of a list is shown before it is read, and its price changes until an amount is typed', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  await open({ [OFFER]: () => promise }, undefined, [
    [['offers', 'market-counts'], { active: 1 }],
    [['offers', 'market', {}], { offers: [offer] }],
  ])
  await waitFor(() => expect(field('You pay').value).toBe(''))
  expect(text()).toContain(offer.owner.username)
  resolve(Response.json({ ...offer, price: '9.87' }))
  await waitFor(() => expect(text()).toContain('9.87'))
  expect(alerts()).toEqual([])
})

test('a bond is shown with the rule that loses it, on the offer before the quote and with its amount in the quote', async () => {
  const bonded = {
    ...offer,
    allowsBond: true,
    isNewTaker: true,
    newTakerUsdt: '700.000000',
    newTakerUsdtWithoutBond: '100.000000',
  }
  await open({ [OFFER]: bonded, [QUOTING]: { ...quote, bond: '5.000000' } }, `/trade/new?offer=${ID}&amount=150`)
  const note =
    'up to 100.00 USDT of this offer, or up to 700.00 USDT with a bond of 2% of the trade (at least 5.00 USDT)'
  await waitFor(() => expect(text()).toContain(`Without a completed trade: ${note}.`))
  await waitFor(() => expect(text()).toContain('You lock as a bond5.000000 USDT'))
  expect(text()).toContain('You lose the bond to the seller if you let the payment window run out')
})

test('an offer of several payment methods has no quote until one is chosen, which the quote names', async () => {
  const bodies: unknown[] = []
  const { calls } = await open(
    {
      [OFFER]: { ...offer, paymentMethods: ['sepa_instant', 'revolut'] },
      [QUOTING]: (body) => {
        bodies.push(typeof body === 'string' ? JSON.parse(body) : body)
        return Promise.resolve(Response.json({ ...quote, paymentMethod: 'revolut' }))
      },
    },
    `/trade/new?offer=${ID}&amount=150`,
  )
  await waitFor(() => expect(text()).toContain('Choose one to see your quote.'))
  const choices = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  expect(choices.map(({ value, checked }) => [value, checked])).toEqual([
    ['sepa_instant', false],
    ['revolut', false],
  ])
  expect(findButton('Open buy trade')?.disabled).toBe(true)
  expect(calls).not.toContain(QUOTING)
  await act(async () => choices[1]!.click())
  await waitFor(() => expect(findButton('Open buy trade')?.disabled).toBe(false))
  expect(bodies).toMatchObject([{ paymentMethod: 'revolut', amount: '150' }])
})

test('the payment method of the address is chosen, and stays in it until the taker chooses another', async () => {
  const several = { ...offer, paymentMethods: ['sepa_instant', 'revolut'] } as const
  const { address } = await open({ [OFFER]: several }, `/trade/new?offer=${ID}&method=revolut`)
  await waitFor(() => expect(choices()).toContainEqual(['revolut', true]))
  await fill('You pay', '20')
  await waitFor(() => expect(address()).toBe(`/trade/new?offer=${ID}&amount=20&method=revolut`))
  await choose('sepa_instant')
  await waitFor(() => expect(address()).toBe(`/trade/new?offer=${ID}&amount=20&method=sepa_instant`))
})

const IN_TUNISIA = { ...offer, fiatCurrency: 'TND', price: '3.1' } as const
const QUOTED = { ...quote, fiatCurrency: 'TND', price: '3.1', paymentMethod: 'd17' } as const

test.each([
  ['chosen', ['d17', 'cash_tnd'], ['cash_tnd']],
  ['the only one', ['d17'], ['cash_tnd']],
  ['chosen', ['d17', 'cash_tnd'], ['cash_tnd', 'tn_bank_transfer']],
] as const)(
  'a method that was %s of %j and is not among %j is replaced by none, until the taker chooses',
  async (_, before, after) => {
    const bodies: unknown[] = []
    const { answer } = await open(
      {
        [OFFER]: { ...IN_TUNISIA, paymentMethods: before },
        [QUOTING]: (body) => {
          bodies.push(typeof body === 'string' ? JSON.parse(body) : body)
          return Promise.resolve(Response.json(QUOTED))
        },
        [OPENING]: refusal('quote_outdated'),
      },
      `/trade/new?offer=${ID}&amount=150`,
    )
    await waitFor(() => expect(text()).toContain('Open a trade with karim'))
    if (before.length > 1) await choose('d17')
    await waitFor(() => expect(findButton('Open buy trade')?.disabled).toBe(false))
    answer({ [OFFER]: { ...IN_TUNISIA, version: 2, paymentMethods: after } })
    await pressButton('Open buy trade')
    await waitFor(() => expect(alerts()).toContain('The owner has changed the payment methods of this offer.'))
    expect(choices()).toEqual(after.map((method) => [method, false]))
    expect(findButton('Open buy trade')?.disabled).toBe(true)
    expect(bodies).not.toContainEqual(expect.objectContaining({ paymentMethod: 'cash_tnd' }))
    await choose('cash_tnd')
    await waitFor(() => expect(findButton('Open buy trade')?.disabled).toBe(false))
    expect(choices()).toEqual(after.map((method) => [method, method === 'cash_tnd']))
    expect(bodies.at(-1)).toMatchObject({ paymentMethod: 'cash_tnd' })
  },
)

test('a method of two that is left alone before one was chosen is not chosen by the form', async () => {
  const { calls } = await open(
    { [OFFER]: { ...IN_TUNISIA, paymentMethods: ['cash_tnd'] }, [QUOTING]: QUOTED },
    `/trade/new?offer=${ID}&amount=150`,
    [
      [['offers', 'market-counts'], { active: 1 }],
      [['offers', 'market', {}], { offers: [{ ...IN_TUNISIA, paymentMethods: ['d17', 'cash_tnd'] }] }],
    ],
  )
  await waitFor(() => expect(choices()).toEqual([['cash_tnd', false]]))
  expect(alerts()).toContain('The owner has changed the payment methods of this offer.')
  expect(calls).not.toContain(QUOTING)
})

test('the dialog of a list offers the methods that a refused quote names', async () => {
  const bodies: unknown[] = []
  const closed = vi.fn<() => void>()
  const offered = { details: { paymentMethods: ['cash_tnd', 'tn_bank_transfer'] } }
  const Dialog = () => (
    <OpenedTradeDialog offer={{ ...IN_TUNISIA, paymentMethods: ['d17'] }} amount="150" onClose={closed} />
  )
  await openPage(Dialog, {
    path: '/offers',
    answers: {
      'GET /api/session': { user },
      [QUOTING]: async (body) => {
        bodies.push(typeof body === 'string' ? JSON.parse(body) : body)
        if (bodies.length === 1) return refusal('payment_method_not_offered', offered)()
        return Response.json({ ...QUOTED, paymentMethod: 'tn_bank_transfer' })
      },
    },
  })
  await waitFor(() =>
    expect(choices()).toEqual([
      ['cash_tnd', false],
      ['tn_bank_transfer', false],
    ]),
  )
  expect(alerts()).toEqual(['The owner has changed the payment methods of this offer.'])
  expect(findButton('Confirm buy')?.disabled).toBe(true)
  await choose('tn_bank_transfer')
  await waitFor(() => expect(findButton('Confirm buy')?.disabled).toBe(false))
  expect(bodies).toMatchObject([{ paymentMethod: 'd17' }, { paymentMethod: 'tn_bank_transfer' }])
  expect(alerts()).toEqual([])
  expect(closed).not.toHaveBeenCalled()
})

function choices(): [string, boolean][] {
  const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  return radios.map(({ value, checked }) => [value, checked])
}

async function choose(method: string) {
  await waitFor(() => expect(choices().map(([value]) => value)).toContain(method))
  await act(async () => document.querySelector<HTMLInputElement>(`input[type=radio][value=${method}]`)!.click())
}

test('the address keeps the amount, typed in either currency, and the form begins with it', async () => {
  const { address } = await open({}, `/trade/new?offer=${ID}&amount=150`)
  await waitFor(() => expect(field('You pay').value).toBe('150'))
  await fill('You pay', '20')
  await waitFor(() => expect(address()).toBe(`/trade/new?offer=${ID}&amount=20`))
  await fill('You pay', 'abc')
  await waitFor(() => expect(field('You pay').getAttribute('aria-invalid')).toBe('true'))
  expect(address()).toBe(`/trade/new?offer=${ID}&amount=20`)
  await fill('You buy', '100')
  await waitFor(() => expect(address()).toBe(`/trade/new?offer=${ID}&amount=${field('You pay').value}`))
})

test.each([
  ['signs up', 'no', 'register'],
  ['who has signed in with this browser signs in', 'yes', 'login'],
] as const)(
  'a signed-out user %s first, and the address of return has the offer and the amount',
  async (_, known, page) => {
    localStorage.setItem('account', known)
    const { address } = await open({ 'GET /api/session': { user: null } }, `/trade/new?offer=${ID}&amount=150`)
    const next = encodeURIComponent(`/trade/new?offer=${ID}&amount=150`)
    await waitFor(() => expect(address()).toBe(`/${page}?next=${next}`))
    localStorage.clear()
  },
)

test('an address without an offer leads to the offers', async () => {
  const { address } = await open({}, '/trade/new')
  await waitFor(() => expect(address()).toBe('/offers'))
})

test('a trade that could not be opened keeps the user on the page, and what they typed', async () => {
  const { answer, address } = await open({ [OPENING]: refusal('internal') })
  await fill('You pay', '150')
  await pressButton('Open buy trade')
  await waitFor(() => expect(alerts()).toEqual(['Failed to open the trade. Please try again.']))
  answer({ [OPENING]: garbled })
  await pressButton('Open buy trade')
  await waitFor(() => expect(alerts()).toEqual(['An unexpected error occurred. Please try again.']))
  expect(field('You pay').value).toBe('150')
  expect(address()).toBe(`/trade/new?offer=${ID}&amount=150`)
  expect(link('Cancel')).toBe('/offers')
})

const TAKER_REFUSALS = [
  [
    'open_trades_limit',
    { limit: 10 },
    'You can have up to 10 open trades on other traders’ offers. Complete or cancel one first.',
  ],
  [
    'new_trader_limit',
    { limit: 3, days: 7, laterLimit: 10 },
    'New traders can have up to 3 open trades. Complete or cancel one first. After 7 days and a completed trade the limit is 10.',
  ],
  [
    'opening_paused',
    { failures: 3, hours: 24, minutes: 15 },
    'You cancelled or didn’t pay 3 trades within 24 hours. You can open a trade again in 15 minutes.',
  ],
] as const

test.each(TAKER_REFUSALS)(
  '%s is refused above the button, with the number and the end',
  async (code, values, reason) => {
    const { address, answer, calls } = await open({ [OPENING]: refusal(code, { values }) })
    await fill('You pay', '150')
    await pressButton('Open buy trade')
    await waitFor(() => expect(alerts()).toEqual([reason]))
    expect(field('You pay').value).toBe('150')
    expect(address()).toBe(`/trade/new?offer=${ID}&amount=150`)
    answer({ [OPENING]: pending })
    await pressButton('Open buy trade')
    await waitFor(() => expect(alerts()).toEqual([]))
    expect(calls.filter((call) => call === OPENING)).toHaveLength(2)
  },
)

test.each([
  ...TAKER_REFUSALS,
  ['quote_limit', { limit: 60, seconds: 20 }, 'You can ask for 60 quotes a minute. Try again in 20 seconds.'],
] as const)('%s is refused in the summary, before the trade', async (code, values, reason) => {
  const { answer } = await open({ [QUOTING]: refusal(code, { values }) })
  await fill('You pay', '150')
  await waitFor(() => expect(alerts()).toEqual([`${reason}Try again`]))
  expect(findButton('Open buy trade')?.disabled).toBe(true)
  expect(field('You pay').value).toBe('150')
  answer({ [QUOTING]: quote })
  await pressButton('Try again')
  await waitFor(() => expect(findButton('Open buy trade')?.disabled).toBe(false))
  expect(alerts()).toEqual([])
})

test.each([
  ['tier_trade_limit', {}, 'Your limit for one trade is 2500 USDT. Pass the rehearsal to raise this limit.'],
  [
    'tier_open_limit',
    { risk: 'reversible', nextStep: 'record' },
    'Your limit for all open trades with payments that are easy to reverse is 2500 USDT, and you have 10 USDT in open trades. Complete one first. Complete more trades with different traders to raise this limit.',
  ],
  [
    'tier_day_limit',
    { nextStep: 'none' },
    'Your limit for 24 hours is 2500 USDT, and you have traded 10 USDT. You have the highest tier.',
  ],
] as const)('%s is shown with the quote, with a link to the limits', async (code, changes, reason) => {
  const values = {
    limitUsdt: '2500.000000',
    usedUsdt: '10.000000',
    availableUsdt: '2490.000000',
    risk: 'final',
    nextStep: 'rehearsal',
    ...changes,
  }
  await open({ [QUOTING]: refusal(code, { values }) })
  await fill('You pay', '150')
  await waitFor(() => expect(alerts()).toEqual([`${reason} See your limitsTry again`]))
  expect(link('See your limits')).toBe('/account?tab=limits')
  expect(findButton('Open buy trade')?.disabled).toBe(true)
})

test('a refused amount is said above the figures, where the bar with the button does not cover it', async () => {
  await open({ [QUOTING]: refusal('offer_trade_open') })
  await fill('You pay', '150')
  await waitFor(() => expect(alerts()).toHaveLength(1))
  const [reason, figures] = ['[role=alert]', 'section[aria-busy] dl'].map((found) => document.querySelector(found)!)
  expect(reason!.compareDocumentPosition(figures!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a currency that is switched off is said once: by the notice, then by the refusal of the quote', async () => {
  const timesOff = () => text().split('Trading in EUR is switched off').length - 1
  const off = refusal('currency_unavailable', { values: { currency: 'EUR' } })
  await open({ [QUOTING]: off, 'GET /api/currencies': { currencies } })
  await waitFor(() => expect(timesOff()).toBe(1))
  await fill('You pay', '150')
  await waitFor(() => expect(alerts()).toEqual([expect.stringContaining('Trading in EUR is switched off')]))
  expect(timesOff()).toBe(1)
  expect(text()).toContain('Gains may be taxed.')
})

test('a limit that is reached between quote and press is shown above the button, with the link', async () => {
  const values = { limitUsdt: '2500.000000', usedUsdt: '0.000000', risk: 'final', nextStep: 'rehearsal' }
  await open({ [OPENING]: refusal('tier_trade_limit', { values }) })
  await fill('You pay', '150')
  await pressButton('Open buy trade')
  await waitFor(() => expect(link('See your limits')).toBe('/account?tab=limits'))
})

test('a press that finds the offer paused is answered in place of the form, and leads on with the amount', async () => {
  await open({ [OPENING]: refusal('offer_unavailable') }, `/trade/new?offer=${ID}&amount=150.00`)
  await pressButton('Open buy trade')
  await waitFor(() => expect(text()).toContain(ERRORS.offer_unavailable.text))
  expect(findButton('Open buy trade')).toBeUndefined()
})

test('a seller without an account is led to the field, which says it, at each press', async () => {
  const { calls } = await open({
    [OFFER]: { ...offer, type: 'buy' },
    'POST /api/quotes': { ...quote, role: 'seller' },
    'GET /api/payment-accounts': { accounts: [] },
  })
  await fill('You are paid', '150')
  for (const _ of ['first', 'second']) {
    await pressButton('Open sell trade')
    const add = findButton('Add payment account')
    await waitFor(() => expect(document.activeElement).toBe(add))
    const reason = document.getElementById(add?.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Choose the account you want to be paid into.')
    add?.blur()
  }
  expect(calls).not.toContain(OPENING)
})

test('a trade is opened by one press, however long it takes', async () => {
  const { calls } = await open({ [OPENING]: pending })
  await waitFor(() => expect(text()).toContain('Open a trade with karim'))
  expect(text()).toContain('Offer terms')
  await fill('You pay', '150')
  await pressButton('Open buy trade')
  await waitFor(() => expect(findButton('Opening trade…')?.getAttribute('aria-disabled')).toBe('true'))
  await pressButton('Opening trade…')
  expect(calls.filter((call) => call === OPENING)).toHaveLength(1)
})

async function open(answers: Answers, address = `/trade/new?offer=${ID}`, cached: [QueryKey, unknown][] = []) {
  return openPage(NewTradePage, {
    path: '/trade/new',
    address,
    cached,
    answers: { 'GET /api/session': { user }, [OFFER]: offer, 'POST /api/quotes': quote, ...answers },
  })
}

function link(name: string): string | null | undefined {
  const found = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)
  return found?.getAttribute('href')
}
