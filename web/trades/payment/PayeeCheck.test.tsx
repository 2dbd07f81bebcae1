import { afterEach, expect, test, vi } from 'vitest'
import type { Trade, TradePaymentDetails } from '../../../domain/api/trades/trades.ts'
import type { PayeeAnswer } from '../../../domain/payments/payee-check.ts'
import { alerts, expectAccessible, findButton, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, trade } from '../../testing/samples.ts'
import { useTrade } from '../queries.ts'
import { PaymentInstructions } from './PaymentInstructions.tsx'

afterEach(() => vi.unstubAllGlobals())

const RECORD = `POST /api/trades/${ID}/payee-check`
const SEPA: TradePaymentDetails = {
  method: 'sepa_instant',
  details: [
    { name: 'holder', value: 'Amina Ben Salah' },
    { name: 'iban', value: 'DE89370400440532013000' },
  ],
  isRecent: false,
  amountFiat: '150.00',
  fiatCurrency: 'EUR',
  reference: 'FP-1F00AB34',
  referencePolicy: 'optional',
}
const answered = (answer: PayeeAnswer): Partial<Trade> => ({ bankAnswer: { answer, at: trade.now } })

async function open(shown: Partial<Trade>, payment = SEPA) {
  const opened = await openPage(Room, {
    path: '/trades/:tradeId',
    address: `/trades/${ID}`,
    answers: {
      [`GET /api/trades/${ID}`]: { ...trade, detailsShown: true, ...shown },
      [`POST /api/trades/${ID}/payment-details`]: payment,
    },
  })
  await waitFor(() => expect(text()).toContain('150.00'))
  return opened
}

function Room() {
  const { data } = useTrade(ID)
  return data && <PaymentInstructions trade={data} />
}

async function choose(answer: PayeeAnswer): Promise<void> {
  const radio = () => document.querySelector<HTMLInputElement>(`input[value=${answer}]`)
  await waitFor(() => expect(radio()).not.toBeNull())
  await press(radio()!)
  await pressButton('Record the answer')
}

const copyButtons = () => [...document.querySelectorAll('button')].filter((each) => each.textContent?.includes('Copy'))

test('no match stops the payment: nothing can be copied or scanned, and the ways on are named', async () => {
  const { answer } = await open({})
  await pressButton('Show payment details')
  await waitFor(() => expect(text()).toContain('What does your bank say about the recipient’s name?'))
  expect(findButton('Show payment code')).toBeDefined()
  expect(copyButtons().length).toBeGreaterThan(3)
  await expectAccessible()
  const stopped = { ...trade, detailsShown: true, ...answered('no_match') }
  answer({ [RECORD]: stopped, [`GET /api/trades/${ID}`]: stopped })
  await choose('no_match')
  await waitFor(() => expect(text()).toContain('Don’t pay. The account may belong to another person.'))
  expect(findButton('Show payment code')).toBeUndefined()
  expect(copyButtons()).toEqual([])
  for (const way of ['Ask the seller in the chat', 'cancel the trade below', 'write to support'])
    expect(text()).toContain(way)
  await expectAccessible()
})

const FREE = 'If you cancel the trade by'
const ASK = 'First ask the seller in the chat to cancel the trade'
const LOST = 'If you cancel it yourself, or the payment window runs out, the seller gets it.'

test.each([
  ['no bond', null, 0, ['Or cancel the trade below: you have paid nothing.']],
  ['a bond in its free minutes', 'locked', 9, [FREE]],
  ['a bond after them', 'locked', 10, [ASK, LOST]],
] as const)('after no match the page says what each way out costs with %s', async (_, state, minutes, ways) => {
  const createdAt = new Date(Date.parse(trade.now) - minutes * 60_000).toISOString()
  await open({ ...answered('no_match'), createdAt, bond: state && { amount: '5.000000', state } })
  await waitFor(() => expect(text()).toContain('Don’t pay.'))
  const all = ['Or cancel the trade below: you have paid nothing.', FREE, ASK, LOST]
  expect(all.filter((way) => text().includes(way))).toEqual(ways)
  await expectAccessible()
})

test('what is passed over by arrow keys is not recorded, nor is the same answer offered again', async () => {
  await open(answered('match'))
  await pressButton('Show payment details')
  const radio = (answer: PayeeAnswer) => document.querySelector<HTMLInputElement>(`input[value=${answer}]`)!
  await waitFor(() => expect(radio('no_match')).not.toBeNull())
  for (const answer of ['no_match', 'match'] as const) await press(radio(answer))
  expect(text()).not.toContain('Don’t pay')
  expect(findButton('Record the answer')).toBeUndefined()
})

test('a page that is opened again says so before the account is shown', async () => {
  await open(answered('no_match'))
  await waitFor(() => expect(text()).toContain('Don’t pay. The account may belong to another person.'))
  expect(findButton('Show payment details')).toBeDefined()
})

test.each<[PayeeAnswer, RegExp]>([
  ['match', /Recorded. You can pay./],
  ['close_match', /Compare the name that your bank shows with Amina Ben Salah./],
  ['no_answer', /Compare the name that you enter with Amina Ben Salah yourself/],
])('after %s the buyer reads what to do', async (said, expected) => {
  await open(answered(said))
  await pressButton('Show payment details')
  await waitFor(() => expect(text()).toMatch(expected))
  expect(findButton('Show payment code')).toBeDefined()
})

test('a refused answer says why, and the recorded one stays', async () => {
  const { answer } = await open(answered('match'))
  await pressButton('Show payment details')
  answer({ [RECORD]: refusal('payee_answers_limit', { values: { limit: 10 } }) })
  await choose('no_match')
  await waitFor(() => expect(alerts()[0]).toContain('You can record up to 10 answers in a trade.'))
  expect(document.querySelector<HTMLInputElement>('input[value=match]')?.checked).toBe(true)
})

test('the seller reads the answer, and records none', async () => {
  await open({ role: 'seller', ...answered('close_match') })
  expect(text()).toContain('The buyer’s bankThe name nearly matches')
  await pressButton('Show your account')
  await waitFor(() => expect(text()).toContain('Amina Ben Salah'))
  expect(document.querySelector('[role=radiogroup]')).toBeNull()
})

test('a method whose banks compare no names asks for no answer', async () => {
  await open({ paymentMethod: 'revolut' }, { ...SEPA, method: 'revolut', details: [{ name: 'tag', value: '@amina' }] })
  await pressButton('Show payment details')
  await waitFor(() => expect(text()).toContain('@amina'))
  expect(document.querySelector('[role=radiogroup]')).toBeNull()
})

test('both parties read what a payment must not say, how it is recognised, and the hours of the banks', async () => {
  await open({ paymentMethod: 'sepa_transfer' }, { ...SEPA, method: 'sepa_transfer' })
  expect(text()).toContain('never USDT, crypto, Bitcoin, Binance')
  expect(text()).toMatch(/What is paid after 14:00 \(.+\) counts from the next one/)
  await open({ paymentMethod: 'sepa_transfer', role: 'seller' }, { ...SEPA, method: 'sepa_transfer' })
  expect(text()).toContain('A pending entry, a message or a screenshot is no receipt.')
})

test('who pays at any hour reads no hours', async () => {
  await open({})
  expect(text()).not.toContain('counts from the next one')
})
