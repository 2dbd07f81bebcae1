/** Which emails a trade sends, and to which party. */
import { describe, expect, test } from 'vitest'
import { moveDueTrades } from '../jobs/worker.ts'
import { writeMail } from '../mail/write-mail.ts'
import { unverify } from '../testing/accounts/account-state.ts'
import { STATEMENT, disputedTrade, paidTrade } from '../testing/disputes.ts'
import * as disputes from '../testing/disputes.ts'
import { deliverDueEmails } from '../notifications/deliver-emails.ts'
import { mailsTo } from '../testing/accounts/mails.ts'
import { openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import * as users from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { RECEIPT } from '../testing/move-body.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()

const deliver = () => deliverDueEmails(testApp().context)
/** Does it once the emails of before are written: those that it makes news of the past would be dropped. */
const afterEmails =
  <Args extends unknown[], Answer>(act: (...args: Args) => Promise<Answer>) =>
  async (...args: Args): Promise<Answer> => {
    await deliver()
    return act(...args)
  }
const move = afterEmails(users.move)
const disputeMove = afterEmails(disputes.disputeMove)
const decide = afterEmails(disputes.decide)
const deliveredTo = async ({ email }: Caller) => {
  await deliver()
  return mailsTo(testApp().owner, email)
}
const newsTo = async (user: Caller) =>
  (await deliveredTo(user)).map(({ kind }) => kind).filter((kind) => kind.startsWith('trade_'))

test('each party gets an email about the other’s moves, in its language, with the amount and a link', async () => {
  const { app, context } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  expect([await newsTo(seller), await newsTo(buyer)]).toEqual([['trade_opened'], []])
  await seller.post('/api/profile/language', { language: 'fr' })
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
  await move(seller, trade, 'extend-payment-window', 'awaiting_payment')
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  expect(await newsTo(seller)).toEqual(['trade_opened', 'trade_paid', 'trade_payment_mark_withdrawn', 'trade_paid'])
  expect(await newsTo(buyer)).toEqual(['trade_payment_window_extended', 'trade_completed'])

  const mail = (await deliveredTo(seller)).findLast(({ kind }) => kind === 'trade_paid')!
  expect(mail.language).toBe('fr')
  const { text } = writeMail(context.mail.catalogues, 'https://sarraf.example', { ...mail, id: '', to: seller.email })
  expect(text).toContain(buyer.username)
  expect(text).toContain('150,00 EUR')
  expect(text).toContain(`https://sarraf.example/fr/trade/${trade.id}`)
})

test('the seller gets an email where the bank says that the name doesn’t match', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await buyer.post(`/api/trades/${trade.id}/payment-details`)
  await deliver()
  await buyer.post(`/api/trades/${trade.id}/payee-check`, { answer: 'no_match' })
  expect(await newsTo(seller)).toEqual(['trade_opened', 'trade_payee_no_match'])
  expect(await newsTo(buyer)).toEqual([])
})

test('an email names the deadline of its own moment, in the time zone of its recipient, and the recipient’s role', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  const preferences = { timeZone: 'Africa/Tunis', quietHours: null, escalationMinutes: 5 }
  await seller.post('/api/notifications/preferences', { ...preferences, escalationChannels: ['push', 'email'] })
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  const paid = (await buyer.get(`/api/trades/${trade.id}`)).body
  expect(paid.deadline).not.toBe(trade.deadline)

  const [opened, marked] = await deliveredTo(seller).then((mails) =>
    mails.filter(({ kind }) => kind.startsWith('trade_')),
  )
  expect(opened).toMatchObject({ values: { until: trade.deadline, timeZone: 'Africa/Tunis', role: 'seller' } })
  expect(marked).toMatchObject({ kind: 'trade_paid', values: { until: paid.deadline, timeZone: 'Africa/Tunis' } })
})

test('without quiet hours the deadline is in the zone of the business hours; without either in UTC, which every language says', async () => {
  const { context } = testApp()
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  const ranges = [{ weekday: 1, from: '09:00', until: '17:00' }]
  expect((await seller.post('/api/business-hours', { timeZone: 'Africa/Tunis', ranges })).status).toBe(200)
  // The form of these preferences sends UTC where no quiet hours were ever set.
  const preferences = { timeZone: 'UTC', quietHours: null, escalationMinutes: 5, escalationChannels: ['push', 'email'] }
  await seller.post('/api/notifications/preferences', preferences)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  const [opened] = (await deliveredTo(seller)).filter(({ kind }) => kind === 'trade_opened')
  expect(opened!.values).toMatchObject({ timeZone: 'Africa/Tunis' })
  for (const language of ['en', 'fr', 'ar'] as const) {
    const mail = { ...opened!, language, id: '', to: seller.email }
    const inUtc = { ...mail, values: { ...mail.values, timeZone: 'UTC' } }
    expect(writeMail(context.mail.catalogues, 'https://sarraf.example', inUtc).text).toMatch(/\d\d:\d\d UTC/)
  }
})

test('the owner of the offer gets an email about a new trade, of a buy offer too', async () => {
  const { app } = testApp()
  const [owner, taker] = [await signUp(app, 'owner'), await signUp(app, 'taker')]
  const offer = await postOffer(owner, { type: 'buy' })
  await openTradeBetween(taker, offer.id)
  expect([await newsTo(owner), await newsTo(taker)]).toEqual([['trade_opened'], []])
})

test.each(['seller', 'buyer'] as const)(
  'the counterparty of a trade that the %s cancels gets an email',
  async (who) => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    const [one, other] = who === 'seller' ? [seller, buyer] : [buyer, seller]
    await move(one, trade, 'cancel', 'awaiting_payment')
    expect(await newsTo(other)).toContain('trade_cancelled')
    expect(await newsTo(one)).not.toContain('trade_cancelled')
  },
)

test('both parties get one email about an expired trade, also when a late move cancels it', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await deliver()
  await ageTrade(testApp().owner, trade.id, 31)
  const late = await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  expect(late.body.code).toBe('payment_window_passed')
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  expect(await newsTo(seller)).toEqual(['trade_opened', 'trade_expired'])
  expect(await newsTo(buyer)).toEqual(['trade_expired'])
})

test('a refused or repeated move sends no second email', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  const key = crypto.randomUUID()
  await Promise.all([1, 2, 3].map(() => move(buyer, trade, 'mark-paid', 'awaiting_payment', key)))
  await move(buyer, trade, 'cancel', 'payment_sent')
  expect(await newsTo(seller)).toEqual(['trade_opened', 'trade_paid'])
})

test('a user without trade updates gets no email, and the counterparty still does', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await seller.post('/api/notifications/settings', { group: 'trades', channel: 'email', isOn: false })
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  expect(await newsTo(seller)).toEqual(['trade_opened'])
  expect(await newsTo(buyer)).toEqual(['trade_completed'])
})

test('an unverified email address gets no email about trades', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  expect(await newsTo(seller)).toEqual(['trade_opened'])
  await unverify(testApp().owner, seller.email)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  expect(await newsTo(seller)).toEqual(['trade_opened'])
})

test('trades that one user opens repeatedly cause few emails; an hour later, and from other users, emails are due again', async () => {
  const { app, owner } = testApp()
  const [victim, flooder, other] = [
    await signUp(app, 'victim'),
    await signUp(app, 'flooder'),
    await signUp(app, 'other'),
  ]
  const offer = await postOffer(victim)
  // Complete trades: a taker who cancels soon has to pause.
  const openAndPay = async (taker: Caller) => {
    const trade = await openTradeBetween(taker, offer.id)
    await move(taker, trade, 'mark-paid', 'awaiting_payment')
    await move(victim, trade, 'confirm-receipt', 'payment_sent')
    return trade
  }
  const trades = [await openAndPay(flooder)]
  while (trades.length < 12) trades.push(await openAndPay(flooder))
  // How many of those that are due are sent one by one is another limit (server/notifications/summaries.test.ts).
  const mails = async () => {
    const { rows } = await owner.query(
      "select count(*)::int as due from notification_deliveries where user_id = $1 and channel = 'email'",
      [victim.id],
    )
    return rows[0].due
  }
  expect(await mails()).toBe(20)
  await openAndPay(other)
  expect(await mails()).toBe(22)
  for (const { id } of trades) await ageTrade(owner, id, 61)
  await openAndPay(flooder)
  expect(await mails()).toBe(24)
})

describe('a dispute', () => {
  const newsAbout = async (user: Caller, former = 0) =>
    (await deliveredTo(user))
      .map(({ kind }) => kind)
      .filter((kind) => /^(trade|dispute)_/.test(kind))
      .slice(former)

  test('its opening, decision, appeal, final decision and end', async () => {
    const { seller, buyer, trade } = await disputedTrade(testApp())
    expect((await newsAbout(buyer)).at(-1)).toBe('dispute_opened')
    const { deadline } = (await buyer.get(`/api/trades/${trade.id}/dispute`)).body
    expect((await deliveredTo(buyer)).at(-1)?.values).toMatchObject({ until: deadline, timeZone: 'UTC' })
    expect(await newsAbout(seller)).not.toContain('dispute_opened')
    const former = { seller: (await newsAbout(seller)).length, buyer: (await newsAbout(buyer)).length }
    const [first, second] = [await createStaffUser(testApp(), 'arbiter'), await createStaffUser(testApp(), 'arbiter')]
    await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
    await first.post(`/api/staff/disputes/${trade.id}/take`, {})
    await decide(first, trade, 'refund')
    await disputeMove(buyer, trade, 'appeal', { statement: STATEMENT })
    await disputeMove(seller, trade, 'statement', { statement: STATEMENT })
    await second.post(`/api/staff/disputes/${trade.id}/take`, {})
    await decide(second, trade, 'split', '10')
    const end = ['dispute_decided_finally', 'dispute_closed']
    expect(await newsAbout(seller, former.seller)).toEqual(['dispute_decided', 'dispute_appealed', ...end])
    expect(await newsAbout(buyer, former.buyer)).toEqual(['dispute_decided', ...end])

    const mail = (await deliveredTo(buyer)).findLast(({ kind }) => kind === 'dispute_closed')!
    const { catalogues } = testApp().context.mail
    const { text } = writeMail(catalogues, 'https://sarraf.example', { ...mail, id: '', to: buyer.email })
    expect(text).toContain('the USDT was split between buyer and seller')
    expect(text).toContain(`https://sarraf.example/trade/${trade.id}`)
  })

  test('that the system opens is mailed to both, a concession to the other party', async () => {
    const { seller, buyer, trade } = await paidTrade(testApp())
    await ageTrade(testApp().owner, trade.id, 25 * 60)
    await moveDueTrades(testApp().context)
    expect([(await newsAbout(seller)).at(-1), (await newsAbout(buyer)).at(-1)]).toEqual(
      Array.from({ length: 2 }, () => 'dispute_opened_by_system'),
    )
    await disputeMove(buyer, trade, 'concede')
    expect([(await newsAbout(seller)).at(-1), (await newsAbout(buyer)).at(-1)]).toEqual([
      'dispute_closed',
      'dispute_opened_by_system',
    ])
  })

  test('that the seller ends by confirming the payment is mailed to the buyer as a completed trade', async () => {
    const { seller, buyer, trade } = await disputedTrade(testApp())
    const former = (await newsAbout(seller)).length
    expect((await disputeMove(seller, trade, 'confirm-receipt', RECEIPT)).body.status).toBe('completed')
    expect((await newsAbout(buyer)).at(-1)).toBe('trade_completed')
    expect(await newsAbout(seller, former)).toEqual([])
  })
})

test('a held refund is mailed to the buyer, or to both where the payment window ended', async () => {
  const { owner, context } = testApp()
  const showDetails = (tradeId: string) =>
    owner.query(
      'insert into payment_detail_reads (trade_id, reader_id) select id, buyer_id from trades where id = $1',
      [tradeId],
    )
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await showDetails(trade.id)
  await move(seller, trade, 'cancel', 'awaiting_payment')
  expect([await newsTo(seller), await newsTo(buyer)]).toEqual([['trade_opened'], ['trade_refund_held']])
  const later = await tradingPair(testApp().app)
  await showDetails(later.trade.id)
  await deliver()
  await ageTrade(owner, later.trade.id, 31)
  await moveDueTrades(context)
  expect(await newsTo(later.seller)).toEqual(['trade_opened', 'trade_refund_held'])
  expect(await newsTo(later.buyer)).toEqual(['trade_refund_held'])
})

test('what the system does after the user’s own move silences no email about the moves before it', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await users.move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await users.move(seller, trade, 'confirm-receipt', 'payment_sent')
  expect((await seller.get(`/api/trades/${trade.id}`)).body.status).toBe('completed')
  expect(await newsTo(seller)).toEqual(['trade_opened', 'trade_paid'])
})

test('an email that another’s move has overtaken is dropped', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await users.move(buyer, trade, 'mark-paid', 'awaiting_payment')
  expect(await newsTo(seller)).toEqual(['trade_paid'])
})

test('the view violations is empty afterwards', async () => {
  expect(await violations(testApp().owner)).toEqual([])
})
