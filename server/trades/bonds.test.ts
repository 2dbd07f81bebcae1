/** The bond of a buyer without a completed trade: when it is asked for, what it changes, and where it goes, to the last micro USDT. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import { formatUsdt, parseUsdt } from '../../domain/money.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import { BOND_FREE_MINUTES, BOND_RULES, BOND_TEXTS, bondFor } from '../../domain/trades/bonds.ts'
import type { BondOutcome } from '../../domain/trades/bonds.ts'
import { DISPUTE_AFTER_MINUTES, REFUND_HOLD_MINUTES, TRADE_RULES, TRADE_STATES } from '../../domain/trades/trades.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { asSystem } from '../db/scope.ts'
import { publishFigures } from '../staff/transparency/publish-figures.ts'
import { readEscrow } from '../staff/transparency/queries.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import {
  BONDED_OFFER,
  askQuote,
  move,
  openTradeBetween,
  postOffer,
  signUp,
  signUpMany,
  withRecord,
} from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { DECISION_REASON, STATEMENT, disputeMove } from '../testing/disputes.ts'
import { RECEIPT } from '../testing/move-body.ts'
import { printedSeed, sample } from '../testing/sample.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade, asOutsider } from '../testing/time-travel.ts'

const testApp = useTestApp()
const WINDOW_MINUTES = 30

const switchBonds = (isOn: boolean) => testApp().owner.query('insert into bond_switches (is_on) values ($1)', [isOn])
beforeAll(() => switchBonds(true))
afterEach(() => switchBonds(true))

type Bonded = { seller: Caller; buyer: Caller; trade: Trade }

async function bondedTrade(changes: Partial<OfferInput> = {}, amount = '150'): Promise<Bonded> {
  const { app } = testApp()
  const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer')]
  const offer = await postOffer(seller, { ...BONDED_OFFER, ...changes })
  return { seller, buyer, trade: await openTradeBetween(buyer, offer.id, amount) }
}

/** What each account of the trade's parties, and the burned bonds, gained or lost by it, in micro USDT. */
async function gains({ seller, buyer, trade }: Bonded) {
  const { rows } = await testApp().owner.query<{ who: string; micro: string }>(
    `select case when a.user_id = $2 then 'seller' when a.user_id = $3 then 'buyer' else a.kind end as who,
       sum(case when a.id = t.credit_id then t.amount_micro else -t.amount_micro end)::text as micro
     from transfers t join ledger_accounts a on a.id in (t.credit_id, t.debit_id) where t.trade_id = $1 group by 1`,
    [trade.id, seller.id, buyer.id],
  )
  const of = (who: string) => BigInt(rows.find((row) => row.who === who)?.micro ?? 0)
  return {
    seller: of('seller'),
    buyer: of('buyer'),
    escrow: of('escrow'),
    fees: of('fees'),
    burned: of('burned'),
  }
}

async function dispute({ seller, buyer, trade }: Bonded): Promise<void> {
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await ageTrade(testApp().owner, trade.id, DISPUTE_AFTER_MINUTES + 1)
  const body = { seenStatus: 'payment_sent', reason: 'not_received', statement: STATEMENT }
  expect((await seller.post(`/api/trades/${trade.id}/open-dispute`, body)).status).toBe(200)
}

/** Disputes the trade, and has an arbiter take its case. */
async function takenBy(bonded: Bonded): Promise<Caller> {
  await dispute(bonded)
  await disputeMove(bonded.buyer, bonded.trade, 'statement', { statement: STATEMENT })
  const arbiter = await createStaffUser(testApp(), 'arbiter')
  await arbiter.post(`/api/staff/disputes/${bonded.trade.id}/take`, {})
  return arbiter
}

const decideBy = (arbiter: Caller, { trade }: Bonded, body: Record<string, string>) =>
  arbiter.post(`/api/staff/disputes/${trade.id}/decide`, { reason: DECISION_REASON, ...body })

async function decided(bonded: Bonded, body: Record<string, string>): Promise<void> {
  expect(await decideBy(await takenBy(bonded), bonded, body)).toMatchObject({ status: 200 })
  for (const party of [bonded.seller, bonded.buyer]) await disputeMove(party, bonded.trade, 'accept')
}

const showDetails = ({ buyer, trade }: Bonded) => buyer.post(`/api/trades/${trade.id}/payment-details`, {})

async function recordNoMatch(bonded: Bonded): Promise<void> {
  await showDetails(bonded)
  const answered = await bonded.buyer.post(`/api/trades/${bonded.trade.id}/payee-check`, { answer: 'no_match' })
  expect(answered.status).toBe(200)
}

async function passWindow({ trade }: Bonded): Promise<void> {
  await ageTrade(testApp().owner, trade.id, WINDOW_MINUTES + 1)
  await moveDueTrades(testApp().context)
}

async function passHold({ trade }: Bonded): Promise<void> {
  await ageTrade(testApp().owner, trade.id, REFUND_HOLD_MINUTES + 1)
  await moveDueTrades(testApp().context)
}

const ENDS: readonly [name: string, BondOutcome, (bonded: Bonded) => Promise<unknown>][] = [
  [
    'a completed trade',
    'returned',
    async ({ seller, buyer, trade }) => {
      await move(buyer, trade, 'mark-paid', 'awaiting_payment')
      await move(seller, trade, 'confirm-receipt', 'payment_sent')
    },
  ],
  ['the seller’s cancellation', 'returned', ({ seller, trade }) => move(seller, trade, 'cancel', 'awaiting_payment')],
  [
    'the buyer’s early cancellation',
    'returned',
    ({ buyer, trade }) => move(buyer, trade, 'cancel', 'awaiting_payment'),
  ],
  [
    'the buyer’s late cancellation',
    'awarded',
    async ({ buyer, trade }) => {
      await ageTrade(testApp().owner, trade.id, BOND_FREE_MINUTES + 1)
      await move(buyer, trade, 'cancel', 'awaiting_payment')
    },
  ],
  [
    'a late cancellation after a withdrawn mark',
    'awarded',
    async ({ buyer, trade }) => {
      await ageTrade(testApp().owner, trade.id, BOND_FREE_MINUTES + 1)
      await move(buyer, trade, 'mark-paid', 'awaiting_payment')
      await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
      await move(buyer, trade, 'cancel', 'awaiting_payment')
    },
  ],
  [
    'the seller’s cancellation after no match',
    'returned',
    async (bonded) => {
      await recordNoMatch(bonded)
      await move(bonded.seller, bonded.trade, 'cancel', 'awaiting_payment')
      await passHold(bonded)
    },
  ],
  [
    'the buyer’s late cancellation after no match',
    'awarded',
    async (bonded) => {
      await recordNoMatch(bonded)
      await ageTrade(testApp().owner, bonded.trade.id, BOND_FREE_MINUTES + 1)
      await move(bonded.buyer, bonded.trade, 'cancel', 'awaiting_payment')
    },
  ],
  [
    'an expired payment window after no match',
    'awarded',
    async (bonded) => {
      await recordNoMatch(bonded)
      await passWindow(bonded)
      await passHold(bonded)
    },
  ],
  ['an expired payment window', 'awarded', passWindow],
  [
    'an expired window after the payment details were shown',
    'awarded',
    async (bonded) => {
      await showDetails(bonded)
      await passWindow(bonded)
      await passHold(bonded)
    },
  ],
  [
    'the seller’s cancellation after the payment details were shown',
    'returned',
    async (bonded) => {
      await showDetails(bonded)
      await move(bonded.seller, bonded.trade, 'cancel', 'awaiting_payment')
      await passHold(bonded)
    },
  ],
  [
    'a buyer who concedes',
    'awarded',
    async (bonded) => {
      await dispute(bonded)
      await disputeMove(bonded.buyer, bonded.trade, 'concede')
    },
  ],
  [
    'a seller who confirms in a dispute',
    'returned',
    async (bonded) => {
      await dispute(bonded)
      await disputeMove(bonded.seller, bonded.trade, 'confirm-receipt', RECEIPT)
    },
  ],
  ['a decision to release', 'returned', (bonded) => decided(bonded, { outcome: 'release' })],
  ['a decision to split', 'returned', (bonded) => decided(bonded, { outcome: 'split', releasedUsdt: '1' })],
  ['a refund that returns the bond', 'returned', (bonded) => decided(bonded, { outcome: 'refund', bond: 'returned' })],
  [
    'a refund that gives it to the seller',
    'awarded',
    (bonded) => decided(bonded, { outcome: 'refund', bond: 'awarded' }),
  ],
  ['a refund that burns it', 'burned', (bonded) => decided(bonded, { outcome: 'refund', bond: 'burned' })],
]

/** Where the bond and all other USDT of a closed trade are, by its page and by the ledger; in micro USDT. */
async function endOf(bonded: Bonded) {
  const { body } = await bonded.buyer.get(`/api/trades/${bonded.trade.id}`)
  const { seller, buyer, escrow, fees, burned } = await gains(bonded)
  const split = body.split === null ? null : parseUsdt(body.split.toBuyer)!
  const received = split ?? (body.status === 'completed' ? parseUsdt(body.buyerReceives)! : 0n)
  return {
    bond: body.bond,
    lostByBuyer: received - buyer,
    escrow,
    burned,
    sum: seller + buyer + escrow + fees + burned,
  }
}

function expectedEnd({ trade }: Bonded, state: BondOutcome) {
  const bond = bondFor(parseUsdt(trade.amountUsdt)!)
  return {
    bond: { amount: formatUsdt(bond), state },
    lostByBuyer: state === 'returned' ? 0n : bond,
    escrow: 0n,
    burned: state === 'burned' ? bond : 0n,
    sum: 0n,
  }
}

describe('a bond', () => {
  test.each(ENDS)('after %s is %s', async (_, outcome, end) => {
    const bonded = await bondedTrade()
    await end(bonded)
    expect(await endOf(bonded)).toEqual(expectedEnd(bonded, outcome))
  })

  test('has a rule for each move that closes a trade or begins to hold its refund, the same in the database', async () => {
    const { rows } = await testApp().owner.query(
      'select action, actor_role as by, outcome, free_minutes as "freeMinutes" from bond_rules',
    )
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set(
        BOND_RULES.map(({ action, by, outcome, freeMinutes }) => JSON.stringify({ action, by, outcome, freeMinutes })),
      ),
    )
    const ending = TRADE_RULES.filter(
      ({ to, action }) =>
        (to === 'refund_held' || !TRADE_STATES[to].isOpen) && !['refund', 'extend_for_outage'].includes(action),
    )
    expect(new Set(BOND_RULES.map(({ action, by }) => `${action} ${by}`))).toEqual(
      new Set(ending.map(({ action, by }) => `${action} ${by}`)),
    )
  })

  test('is the same in the database, and never more than the trade', async () => {
    const amounts = [1n, 4_999_999n, 5_000_000n, 5_000_001n, 249_999_999n, 250_000_000n, 250_000_001n, 10n ** 12n]
    const { rows } = await testApp().owner.query<{ bond: bigint }>(
      'select bond_on(n) as bond from unnest($1::bigint[]) with ordinality a(n, at) order by at',
      [amounts.map(String)],
    )
    expect(rows.map(({ bond }) => bond)).toEqual(amounts.map(bondFor))
    expect(amounts.map(bondFor).slice(0, 4)).toEqual([1n, 4_999_999n, 5_000_000n, 5_000_000n])
  })

  test('is one fiftieth, rounded up, and at least 5 USDT, of any amount and end, and no micro USDT is lost', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20_000_000, max: 700_000_000 }),
        fc.nat(ENDS.length - 1),
        async (micro, at) => {
          const amount = formatUsdt(BigInt(micro))
          const { app } = testApp()
          const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer')]
          const offer = await postOffer(seller, { newTakerShare: 'third', maxOpenTrades: 3 })
          await openTradeBetween(await signUp(app, 'other'), offer.id, '20')
          const quote = await askQuote(buyer, offer.id, amount, 'usdt')
          expect(quote.bond).toBe(formatUsdt(BigInt(Math.max(Math.ceil(micro / 50), 5_000_000))))
          const { body: trade } = await buyer.post('/api/trades', { quoteId: quote.id })
          const [, outcome, end] = ENDS[at]!
          await end({ seller, buyer, trade })
          const bonded = { seller, buyer, trade }
          expect(await endOf(bonded)).toEqual(expectedEnd(bonded, outcome))
        },
      ),
      { numRuns: sample(4, 80), seed: printedSeed('bonds') },
    )
  }, 600_000)
})

describe('a bond is asked for', () => {
  test('of a buyer without a completed trade who takes more than new takers may without one: offer, estimate, quote and trade say the same, and the escrow holds it', async () => {
    const { app } = testApp()
    const [seller, buyer, other] = [await signUp(app, 'seller'), await signUp(app, 'buyer'), await signUp(app, 'other')]
    const offer = await postOffer(seller, BONDED_OFFER)
    expect((await buyer.get(`/api/offers/${offer.id}`)).body).toMatchObject({
      allowsBond: true,
      newTakerUsdt: '200.000000',
      newTakerUsdtWithoutBond: '100.000000',
    })
    const most = await askQuote(other, offer.id, '100', 'usdt')
    expect(most.bond).toBe('0.000000')
    expect((await askQuote(other, offer.id, '100.000001', 'usdt')).bond).toBe('5.000000')
    const over = await other.post('/api/quotes', { offerId: offer.id, anchor: 'usdt', amount: '200.01' })
    expect(over.body).toMatchObject({ code: 'new_taker_usdt_limit', values: { availableUsdt: '200.000000' } })
    const estimate = await buyer.get(`/api/offers/${offer.id}/estimate?amount=150`)
    const trade = await openTradeBetween(buyer, offer.id)
    const bond = formatUsdt(bondFor(parseUsdt(trade.amountUsdt)!))
    expect(estimate.body.bond).toBe(bond)
    expect(trade.bond).toEqual({ amount: bond, state: 'locked' })
    expect(trade.escrow.holds).toBe(formatUsdt(parseUsdt(trade.sellerLocks)! + parseUsdt(bond)!))
  })

  test('and counts with the escrow in the overview of the staff and in the public figures', async () => {
    const bonded = await bondedTrade()
    const { db } = testApp().context
    const held = async () => {
      const { ledgerMicro, tradesMicro } = await asSystem('worker', () => readEscrow(db, null))
      expect(ledgerMicro).toBe(tradesMicro)
      return ledgerMicro
    }
    await asSystem('worker', () => publishFigures(db))
    const before = await held()
    const admin = await createStaffUser(testApp(), 'admin')
    expect((await admin.get('/api/staff/overview')).body.escrow).toMatchObject({ isEqual: true })
    await move(bonded.seller, bonded.trade, 'cancel', 'awaiting_payment')
    expect(before - (await held())).toBe(parseUsdt(bonded.trade.escrow.holds))
  })

  test('of no buyer with a record, of no seller, and of no buyer while it is switched off', async () => {
    const { app } = testApp()
    const first = await bondedTrade()
    await move(first.buyer, first.trade, 'mark-paid', 'awaiting_payment')
    await move(first.seller, first.trade, 'confirm-receipt', 'payment_sent')
    const sells = await postOffer(await signUp(app, 'seller'), { ...BONDED_OFFER, availableUsdt: '1000' })
    expect((await askQuote(first.buyer, sells.id, '400')).bond).toBe('0.000000')
    expect((await openTradeBetween(first.buyer, sells.id, '20')).bond).toBeNull()
    const buys = await postOffer(await signUp(app, 'buyer'), { type: 'buy' })
    const seen = await (await signUp(app, 'taker')).get(`/api/offers/${buys.id}`)
    expect(seen.body.allowsBond).toBe(false)
    await switchBonds(false)
    const fresh = await signUp(app, 'fresh')
    expect((await openTradeBetween(fresh, sells.id)).bond).toBeNull()
    const over = await (
      await signUp(app, 'fresh')
    ).post('/api/quotes', { offerId: sells.id, anchor: 'fiat', amount: '400' })
    expect(over.body.code).toBe('new_taker_usdt_limit')
  })

  test('as the quote said, where the switch was moved before the opening', async () => {
    const buyer = await signUp(testApp().app, 'buyer')
    const quote = await askQuote(buyer, (await postOffer(await signUp(testApp().app, 'seller'), BONDED_OFFER)).id)
    await switchBonds(false)
    const { body } = await buyer.post('/api/trades', { quoteId: quote.id })
    expect(body.bond).toEqual({ amount: '5.000000', state: 'locked' })
  })

  test('and widens the share of new takers to two thirds, but not the owner’s choice of none', async () => {
    const seller = await signUp(testApp().app, 'seller')
    const offer = await postOffer(seller, { maxOpenTrades: 3, newTakerShare: 'third' })
    const [one, two, three] = await signUpMany(testApp().app, 3, 'fresh')
    expect((await openTradeBetween(one!, offer.id, '20')).bond).toBeNull()
    expect((await openTradeBetween(two!, offer.id, '20')).bond?.state).toBe('locked')
    const busy = { code: 'new_taker_offer_busy', values: { slots: 2 } }
    expect((await three!.get(`/api/offers/${offer.id}`)).body.refusal).toEqual(busy)
    const full = await three!.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '20' })
    expect(full.body).toMatchObject(busy)
    expect((await openTradeBetween(await withRecord(testApp().app), offer.id, '20')).bond).toBeNull()
    const closed = await postOffer(seller, { maxOpenTrades: 3, newTakerShare: 'none' })
    const taker = await signUp(testApp().app, 'fresh')
    const refused = await taker.post('/api/quotes', { offerId: closed.id, anchor: 'fiat', amount: '20' })
    expect(refused.body.code).toBe('taker_trades_too_few')
  })

  test('and in races too the last third stays for traders with a record', async () => {
    const offer = await postOffer(await signUp(testApp().app, 'seller'), { maxOpenTrades: 3, newTakerShare: 'third' })
    const takers = await signUpMany(testApp().app, 6, 'fresh')
    const race = async () => {
      const quotes = await Promise.all(takers.map((taker) => askQuote(taker, offer.id, '20')))
      const open = (taker: Caller, at: number) => taker.post('/api/trades', { quoteId: quotes[at]!.id })
      const replies = await Promise.all(takers.map(open))
      const lost = replies.map(({ status, body }) => (status === 201 ? null : body.code)).filter(Boolean)
      takers.splice(
        replies.findIndex(({ status }) => status === 201),
        1,
      )
      return new Set([lost.length, ...lost])
    }
    // A quote was without a bond, and is not changed silently.
    expect(await race()).toEqual(new Set([5, 'bond_needed']))
    expect(await race()).toEqual(new Set([4, 'new_taker_offer_busy']))
    const { rows } = await testApp().owner.query('select new_taker_trades, open_trades from offers where id = $1', [
      offer.id,
    ])
    expect(rows[0]).toEqual({ new_taker_trades: 2, open_trades: 2 })
  })

  test('and the database refuses it on an offer of which new takers have no part', async () => {
    const buyer = await signUp(testApp().app, 'buyer')
    const offer = await postOffer(await signUp(testApp().app, 'seller'), BONDED_OFFER)
    const quote = await askQuote(buyer, offer.id)
    await asOutsider(testApp().owner, [`update offers set new_taker_share = 'none' where id = '${offer.id}'`])
    const { body } = await buyer.post('/api/trades', { quoteId: quote.id })
    expect(body.code).toBe('taker_trades_too_few')
  })

  test('and the buyer does not share the open trades of a network', async () => {
    const takers = await signUpMany(testApp().app, LIMITS.open_trades_of_new_trader + 1, 'fresh')
    const hash = randomUUID().replaceAll('-', '').padEnd(43, 'x')
    const seen = takers.map(({ id }) => `insert into user_networks (user_id, hash) values ('${id}', '${hash}')`)
    await asOutsider(testApp().owner, seen)
    const bonds = []
    for (const taker of takers) {
      const offer = await postOffer(await signUp(testApp().app, 'seller'))
      bonds.push((await openTradeBetween(taker, offer.id, '20')).bond?.state)
    }
    const free = Array.from({ length: LIMITS.open_trades_of_new_trader }, () => undefined)
    expect(bonds).toEqual([...free, 'locked'])
  })
})

describe('is refused', () => {
  test.each([
    ['a release that speaks of the bond', { outcome: 'release', bond: 'burned' }, FIELD_TEXTS.wrong],
    ['a split that does', { outcome: 'split', releasedUsdt: '1', bond: 'awarded' }, FIELD_TEXTS.wrong],
    ['a refund that does not', { outcome: 'refund' }, BOND_TEXTS.missing],
  ])('%s', async (_, body, reason) => {
    const bonded = await bondedTrade()
    const arbiter = await takenBy(bonded)
    const reply = await decideBy(arbiter, bonded, body)
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: { bond: reason } } })
  })

  test('a refund that speaks of a bond which the buyer did not lock', async () => {
    const bonded = await bondedTrade({ availableUsdt: '' })
    expect(bonded.trade.bond).toBeNull()
    const arbiter = await takenBy(bonded)
    const reply = await decideBy(arbiter, bonded, { outcome: 'refund', bond: 'burned' })
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: { bond: FIELD_TEXTS.wrong } } })
    expect((await decideBy(arbiter, bonded, { outcome: 'refund' })).status).toBe(200)
  })

  test.each([
    ['trades_escrow_agrees', 'bond_returned', 'buyer'],
    ['trades_escrow_agrees', 'bond_awarded', 'seller'],
    ['transfers_own_parties', 'bond_returned', 'seller'],
    ['transfers_own_parties', 'bond_awarded', 'buyer'],
    ['trades_escrow_agrees', 'bond_burned', 'burned'],
    ['transfers_leg_once', 'bond', 'buyer'],
  ] as const)('%s: a transfer %s to the account %s by hand', async (constraint, leg, who) => {
    const { seller, buyer, trade } = await bondedTrade()
    const account = who === 'burned' ? "kind = 'burned'" : `user_id = '${{ seller, buyer }[who].id}'`
    const [escrow, other] = [
      `(select id from ledger_accounts where trade_id = '${trade.id}')`,
      `(select id from ledger_accounts where ${account})`,
    ]
    const [debit, credit] = leg === 'bond' ? [other, escrow] : [escrow, other]
    await expect(
      testApp().owner.query(
        `insert into transfers (trade_id, leg, debit_id, credit_id, amount_micro)
         select id, '${leg}', ${debit}, ${credit}, bond_micro from trades where id = '${trade.id}'`,
      ),
    ).rejects.toMatchObject({ constraint })
  })

  test.each([
    ['trades_frozen', 'update trades set bond_micro = 0, version = version + 1 where id = $1'],
    ['quotes_append_only', 'update quotes set bond_micro = 0 where id = (select quote_id from trades where id = $1)'],
  ])('%s: a bond that is taken off by hand', async (constraint, statement) => {
    const { trade } = await bondedTrade()
    const refused = testApp().owner.query(statement, [trade.id])
    await expect(refused).rejects.toMatchObject({ constraint })
  })

  test.each([
    ['while bonds are off', async () => ({ taker: await signUp(testApp().app, 'fresh'), isOn: false })],
    ['of a taker with a record', async () => ({ taker: await withRecord(testApp().app), isOn: true })],
  ])('a quote with a bond %s: the database takes it off', async (_, begin) => {
    const { taker, isOn } = await begin()
    const quote = await askQuote(taker, (await postOffer(await signUp(testApp().app, 'seller'))).id)
    await switchBonds(isOn)
    expect(await copyOfQuote(quote.id, 'bond_on(usdt_micro)')).toBe(0n)
  })

  test('quotes_bond: a quote with another bond than the terms ask for', async () => {
    const taker = await signUp(testApp().app, 'fresh')
    const quote = await askQuote(taker, (await postOffer(await signUp(testApp().app, 'seller'))).id)
    expect(await copyOfQuote(quote.id, 'bond_on(usdt_micro)')).toBe(5_000_000n)
    await expect(copyOfQuote(quote.id, 'bond_on(usdt_micro) - 1')).rejects.toMatchObject({ constraint: 'quotes_bond' })
  })

  test('trades_new_taker_share_of_offer: a trade whose quote was written without the bond that it needs', async () => {
    const taker = await signUp(testApp().app, 'fresh')
    const quote = await askQuote(taker, (await postOffer(await signUp(testApp().app, 'seller'), BONDED_OFFER)).id)
    const { rows } = await testApp().owner.query<{ id: string }>(`${copied('0')} returning id`, [quote.id])
    expect((await taker.post('/api/trades', { quoteId: rows[0]!.id })).body.code).toBe('bond_needed')
  })
})

const copied = (bond: string) =>
  `insert into quotes (taker_id, offer_id, offer_owner_id, offer_type, offer_version, fiat_currency, payment_method, step_milli, anchor, rate_e6,
     percentage_tenths, fiat_milli, usdt_micro, fee_micro, bond_micro, expires_at)
   select taker_id, offer_id, offer_owner_id, offer_type, offer_version, fiat_currency, payment_method, step_milli, anchor, rate_e6,
     percentage_tenths, fiat_milli, usdt_micro, fee_micro, ${bond}, clock_timestamp() + interval '60 seconds'
   from quotes where id = $1`

/** A copy of the quote with this bond, written by SQL; returns what was stored. */
async function copyOfQuote(quoteId: string, bond: string): Promise<bigint> {
  const { rows } = await testApp().owner.query<{ bond: bigint }>(`${copied(bond)} returning bond_micro as bond`, [
    quoteId,
  ])
  return rows[0]!.bond
}
