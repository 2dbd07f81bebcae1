/** Records are purged after their retention period, to the day, and the ledger stays consistent. The tests change the rows' times. */
import { describe, expect, test } from 'vitest'
import { RETENTION } from '../../domain/accounts/privacy.ts'
import { call } from '../testing/app.ts'
import { refusalOf, transfer } from '../testing/attacks/attack.ts'
import { askQuote, move, openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageChat, ageDeletion, ageQuote, ageTrade } from '../testing/time-travel.ts'
import { confirmCash, meeting } from '../testing/meetings.ts'
import { violations } from '../testing/violations.ts'
import { moveDueTrades } from './worker.ts'
import { purgeExpiredRows } from './purge-expired-rows.ts'
import { purgeRecords } from './purge-records.ts'

const testApp = useTestApp()

const DAY = 24 * 60
/** The longest year, in days. */
const YEAR = 366 * DAY

const purge = () => purgeRecords(testApp().context.db)

/** Two traders with an ended trade. */
async function tradedPair() {
  const pair = await tradingPair(testApp().app)
  await complete(pair.seller, pair.buyer, pair.trade)
  return pair
}

async function complete(seller: Caller, buyer: Caller, trade: { id: string }) {
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
}

/** Makes a trade and its chat `minutes` older; the worker makes what its deadlines require. */
async function age(trade: { id: string }, minutes: number) {
  await ageTrade(testApp().owner, trade.id, minutes)
  await ageChat(testApp().owner, trade.id, minutes)
  await moveDueTrades(testApp().context)
}

async function count(table: string, tradeId: string): Promise<number> {
  const column = table === 'trades' ? 'id' : 'trade_id'
  const { rows } = await testApp().owner.query(`select count(*)::int as n from ${table} where ${column} = $1`, [
    tradeId,
  ])
  return rows[0].n
}

const picture = (tradeId: string) =>
  testApp().owner.query(
    `with image as (insert into trade_images (trade_id, width, height, bytes) values ($1, 1, 1, 'x') returning id),
       chat as (update trade_chats set last_seq = last_seq + 1 where trade_id = $1 returning last_seq)
     insert into messages (trade_id, seq, kind, sender_role, sender_id, body, image_id)
     select $1, last_seq, 'image', 'buyer', (select buyer_id from trades where id = $1), 'Image', image.id from image, chat`,
    [tradeId],
  )

describe('a chat', () => {
  test.each(['completed', 'cancelled'])('is purged a year after its trade was %s, not a day before', async (end) => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await picture(trade.id)
    if (end === 'completed') await complete(seller, buyer, trade)
    else await move(seller, trade, 'cancel', 'awaiting_payment')
    await age(trade, 364 * DAY)
    await purge()
    expect(await count('messages', trade.id)).toBeGreaterThan(2)
    expect(await count('trade_images', trade.id)).toBe(1)
    await age(trade, 3 * DAY)
    await purge()
    expect([await count('messages', trade.id), await count('trade_images', trade.id)]).toEqual([0, 0])
    expect((await buyer.get(`/api/trades/${trade.id}/messages`)).body.messages).toEqual([])
    expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe(end)
    expect(await violations(testApp().owner)).toEqual([])
  })

  test('of a trade that never ends is purged from its beginning after two years, and stays open', async () => {
    const { owner } = testApp()
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await age(trade, 729 * DAY)
    await purge()
    // Opened, terms, paid; the worker has just disputed it, and later closes the statements.
    expect(await count('messages', trade.id)).toBe(4)
    await age(trade, 3 * DAY)
    const say = (text: string) =>
      seller.post(`/api/trades/${trade.id}/messages`, { text, clientId: crypto.randomUUID() })
    expect((await say('Still here')).body.seq).toBe(6)
    await purge()
    const { messages } = (await buyer.get(`/api/trades/${trade.id}/messages`)).body
    expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual([4, 5, 6])
    expect((await say('And now')).body.seq).toBe(7)
    expect(await violations(owner)).toEqual([])
    // It ends just now; messages older than two years are purged nevertheless.
    await seller.post(`/api/trades/${trade.id}/dispute/concede`, {})
    await purge()
    expect(await count('messages', trade.id)).toBeGreaterThan(2)
  })

  test('that is purged in part reuses no number and has no gap', async () => {
    const { owner } = testApp()
    const { buyer, trade } = await tradingPair(testApp().app)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await age(trade, 732 * DAY)
    await purge()
    const say = (seq: number) =>
      `insert into messages (trade_id, seq, kind, sender_role, sender_id, body) values ('${trade.id}', ${seq}, 'text', 'buyer', '${buyer.id}', 'x')`
    for (const seq of [1, 2, 3, 6]) expect(await refusalOf(owner, say(seq))).toBe('messages_chain')
  })

  test('loses no message from its middle, however old, and no young one', async () => {
    const { owner } = testApp()
    const { buyer, trade } = await tradingPair(testApp().app)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const drop = (where: string) => `delete from messages where trade_id = '${trade.id}' and ${where}`
    expect(await refusalOf(owner, drop('seq = 2'))).toBe('messages_append_only')
    await age(trade, 732 * DAY)
    expect(await refusalOf(owner, drop('seq = 2'))).toBe('messages_append_only')
    // The old ones may be deleted, so the refusal comes from the division.
    expect(await refusalOf(owner, `${drop('seq = 1')}; select 1/0`)).toBe('22012')
  })

  test('and all others are purged in one sweep, however many and however long', async () => {
    const { app, owner } = testApp()
    const offer = await postOffer(await signUp(app, 'seller'))
    const ids: string[] = []
    for (const messages of [700, ...Array.from({ length: 8 }, () => 60)]) {
      const buyer = await signUp(app, 'buyer')
      const trade = await openTradeBetween(buyer, offer.id, '20')
      await move(buyer, trade, 'cancel', 'awaiting_payment')
      await chatter(trade.id, buyer.id, messages)
      await age(trade, 2 * YEAR)
      ids.push(trade.id)
    }
    await purge()
    const { rows } = await owner.query('select count(*)::int as n from messages where trade_id = any($1)', [ids])
    expect(rows).toEqual([{ n: 0 }])
    expect(await violations(owner)).toEqual([])
  })

  const chatter = (tradeId: string, senderId: string, messages: number) =>
    testApp().owner.query(
      `with chat as (update trade_chats set last_seq = last_seq + $3 where trade_id = $1 returning last_seq - $3 as former)
       insert into messages (trade_id, seq, kind, sender_role, sender_id, body)
       select $1, former + n, 'text', 'buyer', $2, 'Message ' || n from chat, generate_series(1, $3::int) n order by n`,
      [tradeId, senderId, messages],
    )

  test('counts a message as purged only if it was', async () => {
    const { owner } = testApp()
    const { trade } = await tradingPair(testApp().app)
    const begin = `begin; set local session_replication_role = replica;
      delete from messages where trade_id = '${trade.id}'; delete from trade_chats where trade_id = '${trade.id}';
      set local session_replication_role = origin; set local role sarraf_app; set local app.viewer = system;`
    expect(await refusalOf(owner, `${begin} insert into trade_chats values ('${trade.id}', 100, 100)`)).toBe(
      'trade_chats_only_by_triggers',
    )
    expect(await refusalOf(owner, `update trade_chats set purged_seq = 1 where trade_id = '${trade.id}'`)).toBe(
      'trade_chats_only_by_triggers',
    )
  })

  test('the server’s role cannot delete rows itself', async () => {
    const { owner } = testApp()
    const { trade } = await tradedPair()
    await age(trade, 8 * YEAR)
    for (const table of `messages trade_images trade_outcomes trade_events transfers trades ledger_accounts users`.split(
      ' ',
    ))
      expect(
        await refusalOf(owner, `set local role sarraf_app; set local app.viewer = system; delete from ${table}`),
      ).toBe('42501')
    await purge()
  })
})

describe('a trade’s record', () => {
  const TABLES = ['trades', 'trade_outcomes', 'trade_events', 'transfers', 'ledger_accounts', 'trade_chats', 'messages']

  test('is purged seven years after the trade ended, not a day before; the ledger stays consistent', async () => {
    const { owner, context } = testApp()
    const { seller, buyer, offer, trade } = await tradedPair()
    const cancelled = await openTradeBetween(buyer, offer.id)
    await move(buyer, cancelled, 'cancel', 'awaiting_payment')
    // Completed trades of one pair count once in 30 days.
    await age(trade, 60 * DAY)
    const young = await openTradeBetween(buyer, offer.id)
    await complete(seller, buyer, young)
    await age(trade, -60 * DAY)
    const { rows: before } = await owner.query('select user_id, balance_micro from ledger_accounts order by id')
    for (const one of [trade, cancelled]) await age(one, 7 * 365 * DAY - 2 * DAY)
    await purge()
    expect(await count('trades', trade.id)).toBe(1)
    expect(await countersOf(buyer)).toEqual({ completed: 2, failed: 1, partners: 1 })
    for (const one of [trade, cancelled]) await age(one, 5 * DAY)
    await purge()
    for (const one of [trade, cancelled])
      for (const table of TABLES) expect([table, await count(table, one.id)]).toEqual([table, 0])
    expect(await count('trades', young.id)).toBe(1)
    expect(await violations(owner)).toEqual([])
    const of = (rows: { user_id: string }[]) => rows.filter(({ user_id: id }) => id === buyer.id || id === seller.id)
    const { rows: after } = await owner.query('select user_id, balance_micro from ledger_accounts order by id')
    expect(of(after)).toEqual(of(before))
    expect((await buyer.get(`/api/trades/${trade.id}`)).status).toBe(404)
    expect(await countersOf(buyer)).toEqual({ completed: 2, failed: 0, partners: 1 })
    await purgeExpiredRows(context.db)
    const { rows: quotes } = await owner.query('select count(*)::int as n from quotes where taker_id = $1', [buyer.id])
    expect(quotes).toEqual([{ n: 1 }])
    // The same users can still trade.
    await age(young, 8 * YEAR)
    await purge()
    expect(await countersOf(buyer)).toEqual({ completed: 2, failed: 0, partners: 0 })
    const next = await openTradeBetween(buyer, offer.id)
    await complete(seller, buyer, next)
    expect(await countersOf(buyer)).toEqual({ completed: 3, failed: 0, partners: 1 })
  })

  test('takes the partner with it of whom a trade in person was the first and only one', async () => {
    const { owner, app } = testApp()
    const { seller, buyer, trade, releaseCode } = await meeting(app)
    expect((await confirmCash(seller, trade, releaseCode)).status).toBe(200)
    expect(await countersOf(buyer)).toEqual({ completed: 1, failed: 0, partners: 1 })
    await age(trade, 8 * YEAR)
    await purge()
    expect(await count('trades', trade.id)).toBe(0)
    expect(await countersOf(buyer)).toEqual({ completed: 1, failed: 0, partners: 0 })
    expect(await violations(owner)).toEqual([])
  })

  test('leaves a partner by the first trade that is kept: one in person no tier counts, one by a bank each does', async () => {
    const { owner, app } = testApp()
    const buyer = await signUp(app, 'buyer')
    const [first, second] = [await meeting(app, buyer), await meeting(app, buyer)]
    for (const { seller, trade, releaseCode } of [first, second]) {
      expect((await confirmCash(seller, trade, releaseCode)).status).toBe(200)
      await age(trade, 60 * DAY)
    }
    const banked = await openTradeBetween(buyer, (await postOffer(first.seller)).id)
    await complete(first.seller, buyer, banked)
    const known = async () => (await buyer.get('/api/limits')).body.partners
    expect([(await countersOf(buyer)).partners, await known()]).toEqual([2, 0])
    // The partner of whom a trade by a bank is left counts from now on; the one who was only met is gone.
    for (const { trade } of [first, second]) await age(trade, 8 * YEAR)
    await purge()
    expect([(await countersOf(buyer)).partners, await known()]).toEqual([1, 1])
    expect(await violations(owner)).toEqual([])
  })

  const countersOf = async (user: Caller) => {
    const { rows } = await testApp().owner.query(
      'select completed_trades as completed, failed_trades as failed, partners from users where id = $1',
      [user.id],
    )
    return rows[0]
  }

  test('of a trade that is still open is kept, however old', async () => {
    const { buyer, trade } = await tradingPair(testApp().app)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await age(trade, 9 * YEAR)
    await purge()
    expect([await count('trades', trade.id), await count('transfers', trade.id)]).toEqual([1, 1])
  })

  test('is purged as a whole: no row of it alone, young or old', async () => {
    const { owner } = testApp()
    const young = await tradedPair()
    const old = await tradedPair()
    await age(old.trade, 8 * YEAR)
    const of = (table: string, trade: { id: string }) =>
      `delete from ${table} where ${table === 'trades' ? 'id' : 'trade_id'} = '${trade.id}';`
    expect(await refusalOf(owner, of('trade_events', young.trade))).toBe('trade_events_append_only')
    expect(await refusalOf(owner, of('transfers', young.trade))).toBe('transfers_append_only')
    expect(await refusalOf(owner, of('payer_checks', young.trade))).toBe('payer_checks_append_only')
    expect(await refusalOf(owner, of('trade_outcomes', young.trade))).toBe('trade_outcomes_append_only')
    expect(await refusalOf(owner, of('trades', young.trade))).toBe('trades_append_only')
    expect(await refusalOf(owner, of('ledger_accounts', young.trade))).toBe('ledger_accounts_only_by_transfer')
    expect(await refusalOf(owner, of('trade_payment_details', young.trade))).toBe('trade_payment_details_append_only')
    expect(await refusalOf(owner, of('trade_payment_details', old.trade))).toBe('trades_have_payment_details')
    await owner.query('select erase_payment_details(10)')
    expect(await refusalOf(owner, of('transfers', old.trade))).toBe('transfers_append_only')
    const paidAgain =
      transfer(old.trade.id, 'lock', 'seller', 'escrow') + transfer(old.trade.id, 'release', 'escrow', old.buyer.id)
    expect(await refusalOf(owner, `${of('transfers', old.trade)} ${paidAgain} select purge_trades(10)`)).toBe(
      'transfers_append_only',
    )
    expect(await refusalOf(owner, of('transfers', old.trade) + of('ledger_accounts', old.trade))).toBe(
      'transfers_append_only',
    )
    // Both are judged at commit, in an order that Postgres chooses.
    expect(['payer_declarations_of_event', 'trades_at_last_event']).toContain(
      await refusalOf(owner, of('trade_events', old.trade)),
    )
    const payer = of('payer_checks', old.trade) + of('payer_declarations', old.trade)
    expect(await refusalOf(owner, payer + of('trade_events', old.trade))).toBe('trades_at_last_event')
    expect(await refusalOf(owner, `delete from trade_events where trade_id = '${old.trade.id}' and seq = 2`)).toBe(
      'trade_events_chain',
    )
    expect(await refusalOf(owner, of('trades', old.trade))).toBe('trades_append_only')
    // The worker would have erased them 30 days after the end.
    await owner.query('select erase_payer_names(100)')
    expect(await violations(owner)).toEqual([])
    await purge()
    expect(await count('trades', old.trade.id)).toBe(0)
  })

  test('is purged once by many concurrent workers, beside users who trade', async () => {
    const { owner } = testApp()
    const { seller, buyer, offer, trade } = await tradedPair()
    const ids = [trade]
    await age(trade, 9 * YEAR)
    for (let n = 1; n <= 5; n++) {
      const another = await openTradeBetween(buyer, offer.id, '20')
      await complete(seller, buyer, another)
      // Each counts: they are more than 30 days apart.
      await age(another, 9 * YEAR - n * 40 * DAY)
      ids.push(another)
    }
    const trading = async () => {
      for (let n = 0; n < 4; n++) await complete(seller, buyer, await openTradeBetween(buyer, offer.id, '20'))
    }
    await Promise.all([purge(), purge(), purge(), trading(), purge()])
    for (const one of ids) expect(await count('trades', one.id)).toBe(0)
    expect((await buyer.get('/api/profile')).body.completedTrades).toBe(7)
    expect(await violations(owner)).toEqual([])
  })
})

describe('beside users who trade', () => {
  test('purging locks the users first, as settling does, so that they never deadlock', async () => {
    const { owner } = testApp()
    const { seller, trade } = await tradedPair()
    await age(trade, 8 * YEAR)
    const settling = await owner.connect()
    try {
      await settling.query('begin')
      await settling.query('select from users where id = $1 for no key update', [seller.id])
      const purging = purge()
      await new Promise((done) => setTimeout(done, 300))
      await settling.query("set local lock_timeout = '500ms'")
      await settling.query('select from ledger_accounts where user_id = $1 for no key update', [seller.id])
      await settling.query('commit')
      await purging
    } finally {
      await settling.query('rollback')
      settling.release()
    }
    expect(await count('trades', trade.id)).toBe(0)
  })
})

describe('a quote', () => {
  const quotesOf = async (user: Caller) =>
    (await testApp().owner.query('select id from quotes where taker_id = $1', [user.id])).rows.map(({ id }) => id)

  test('that was not used is purged after a day, by two concurrent workers too; a used one is purged with its trade', async () => {
    const { owner, context } = testApp()
    const { buyer, offer, trade } = await tradedPair()
    const [old, fresh] = [await askQuote(buyer, offer.id), await askQuote(buyer, offer.id)]
    const used = (await owner.query('select quote_id from trades where id = $1', [trade.id])).rows[0].quote_id
    await ageTrade(owner, trade.id, DAY + 60)
    await ageQuote(owner, old.id, DAY * 60 + 60)
    await Promise.all([purge(), purge(), purge()])
    expect(new Set(await quotesOf(buyer))).toEqual(new Set([used, fresh.id]))
    await age(trade, 8 * YEAR)
    await purge()
    expect(await quotesOf(buyer)).toEqual([fresh.id])
    await purgeExpiredRows(context.db)
  })

  test('is read in one sweep only: the next sweep begins where the last one ended', async () => {
    const { owner } = testApp()
    const { trade } = await tradedPair()
    await ageTrade(owner, trade.id, DAY + 5)
    const look = async (atMost: number) =>
      (await owner.query('select purge_unused_quotes($1) as n', [atMost])).rows[0].n
    while ((await look(1)) > 0);
    expect(await look(100)).toBe(0)
    expect(
      await refusalOf(owner, 'set local role sarraf_app; set local app.viewer = system; delete from purge_progress'),
    ).toBe('42501')
  })
})

describe('a deleted account’s row', () => {
  const leave = (user: Caller) => user.post('/api/account/delete', { username: user.username })
  const isThere = async (user: Caller) =>
    (await testApp().owner.query('select from users where id = $1', [user.id])).rowCount === 1

  test('is purged after seven years, when none of its trades is kept; the ledger stays consistent', async () => {
    const { owner, context } = testApp()
    const { seller, buyer, offer, trade } = await tradedPair()
    for (const user of [seller, buyer]) expect((await leave(user)).status).toBe(200)
    await ageDeletion(owner, seller.id, 8 * 365)
    await ageDeletion(owner, buyer.id, 6 * 365)
    await purge()
    expect(await isThere(seller)).toBe(true)
    await age(trade, 8 * YEAR)
    await purge()
    await purgeExpiredRows(context.db)
    await purge()
    expect([await isThere(seller), await isThere(buyer)]).toEqual([false, true])
    expect((await owner.query('select from offers where id = $1', [offer.id])).rowCount).toBe(0)
    expect(await violations(owner)).toEqual([])
  })

  test('that is younger, or an account that is not deleted, stays', async () => {
    const { app, owner } = testApp()
    const [gone, here] = [await signUp(app, 'gone'), await signUp(app, 'here')]
    await leave(gone)
    await ageDeletion(owner, gone.id, 7 * 365 - 2)
    await purge()
    expect([await isThere(gone), await isThere(here)]).toEqual([true, true])
    const drop = (user: Caller) => `delete from ledger_accounts where user_id = '${user.id}'`
    for (const user of [gone, here]) expect(await refusalOf(owner, drop(user))).toBe('ledger_accounts_only_by_transfer')
    await ageDeletion(owner, gone.id, 5)
    expect(await refusalOf(owner, drop(gone))).toBe('ledger_accounts_append_only')
    await purge()
    expect(await isThere(gone)).toBe(false)
  })

  test('cannot be backdated by the server’s role', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const offer = await postOffer(amina)
    const asProgram = (statements: string) =>
      refusalOf(owner, `set local role sarraf_app; set local app.viewer = system; ${statements}`)
    const longAgo = "deleted_at = clock_timestamp() - interval '8 years'"
    expect(await asProgram(`update offers set ${longAgo} where id = '${offer.id}'`)).toBe('offers_now')
    expect(
      await asProgram(`update users set ${longAgo}, username = 'deleted_0badf00d',
      email_verified = false where id = '${amina.id}'; select erase_account('${amina.id}')`),
    ).toBe('users_now')
    expect(
      await asProgram("insert into users (username, deleted_at) values ('deleted_0badf00d', clock_timestamp())"),
    ).toBe('users_not_deleted_at_first')
    expect(
      await asProgram(`insert into offers (owner_id, type, fiat_currency, payment_methods, payment_account_ids, min_milli, max_milli,
          percentage_tenths, terms, deleted_at)
        values ('${amina.id}', 'sell', 'EUR', '{revolut}', '{null}', 10000, 20000, 0, 'Pay within the window', clock_timestamp())`),
    ).toBe('offers_not_deleted_at_first')
  })

  test('the last email is purged a day later, with the address; other users’ emails are kept for a week', async () => {
    const { app, owner, context } = testApp()
    const [gone, here] = [await signUp(app, 'gone'), await signUp(app, 'here')]
    await call(app, 'POST', '/api/forgot-password', { body: { email: here.email } })
    await leave(gone)
    const mails = async () =>
      (await owner.query('select user_id from mails where user_id = any($1)', [[gone.id, here.id]])).rows
    await purgeExpiredRows(context.db)
    expect(await mails()).toHaveLength(2)
    await ageDeletion(owner, gone.id, 2)
    await purgeExpiredRows(context.db)
    expect(await mails()).toEqual([{ user_id: here.id }])
  })

  test('a contact message is purged after two years', async () => {
    const { owner, context } = testApp()
    const insert = (email: string, days: number) =>
      owner.query(
        `insert into contact_messages (key, name, email, subject, message, created_at)
         values (gen_random_uuid()::text, 'A', $1, 'support', 'x', clock_timestamp() - make_interval(days => $2))`,
        [email, days],
      )
    await insert('young@example.org', 729)
    await insert('old@example.org', 732)
    await purgeExpiredRows(context.db)
    const { rows } = await owner.query("select email from contact_messages where name = 'A'")
    expect(rows).toEqual([{ email: 'young@example.org' }])
  })
})

test('a report is purged after two years, and never earlier', async () => {
  const { app, owner } = testApp()
  const [reporter, reported] = [await signUp(app, 'reporter'), await signUp(app, 'reported')]
  const body = { reported: { kind: 'user', username: reported.username }, reason: 'spam', text: '' }
  await reporter.post('/api/reports', body)
  const age = (days: number) =>
    owner.query(
      `begin; set local session_replication_role = replica;
       update reports set at = clock_timestamp() - make_interval(days => ${days}); commit`,
    )
  const left = async () => (await owner.query('select from reports')).rowCount
  await age(729)
  await purge()
  expect(await left()).toBe(1)
  expect(await refusalOf(owner, 'delete from reports')).toBe('reports_append_only')
  await age(732)
  await purge()
  expect(await left()).toBe(0)
})

describe('a sweep', () => {
  test('purges all that is due, however much', async () => {
    const { owner, context } = testApp()
    await owner.query(
      `insert into rate_limits (key, used, window_ends_at)
       select lpad(n::text, 43, 'x'), 1, clock_timestamp() - interval '1 minute' from generate_series(1, 12000) n`,
    )
    await purgeExpiredRows(context.db)
    const { rows } = await owner.query("select count(*)::int as n from rate_limits where key like 'xxx%'")
    expect(rows).toEqual([{ n: 0 }])
  })

  test('in which one kind fails purges all the others, and reports the failure', async () => {
    const { app, owner, context } = testApp()
    const gone = await signUp(app, 'gone')
    await gone.post('/api/account/delete', { username: gone.username })
    await ageDeletion(owner, gone.id, 8 * 365)
    await owner.query("update user_events set at = at - interval '8 days'")
    const tables = ['trades', 'rate_limits']
    for (const table of tables)
      await owner.query(`create trigger fails before delete on ${table} execute function refuse_change()`)
    try {
      await expect(purgeExpiredRows(context.db)).rejects.toThrow('rate_limits is append-only')
      await expect(purge()).rejects.toThrow('trades is append-only')
    } finally {
      for (const table of tables) await owner.query(`drop trigger fails on ${table}`)
    }
    const { rows } = await owner.query(
      `select (select count(*)::int from user_events) as events, (select count(*)::int from users where id = $1) as users`,
      [gone.id],
    )
    expect(rows).toEqual([{ events: 0, users: 0 }])
  })

  test('does not read young rows', async () => {
    const { owner } = testApp()
    await tradedPair()
    await purge()
    const client = await owner.connect()
    try {
      // A table this small would otherwise be read whole.
      await client.query('begin; set local enable_seqscan = off')
      const readSoFar = async () => {
        const { rows } = await client.query<{ name: string; read: string }>(
          `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables
           where relname in ('messages', 'trades', 'quotes')`,
        )
        return new Map(rows.map(({ name, read }) => [name, Number(read)]))
      }
      const before = await readSoFar()
      for (const name of ['purge_messages', 'purge_trades', 'purge_unused_quotes'])
        await client.query(`select ${name}(100)`)
      for (const [name, read] of await readSoFar()) {
        const young = await owner.query(`select 1 from ${name} where created_at > now() - interval '1 hour'`)
        expect([name, read - (before.get(name) ?? 0) < young.rows.length]).toEqual([name, true])
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  // Otherwise each deleted row causes a scan of another table, and the sweep never ends in time.
  test('finds the rows that refer to a deleted row by an index', async () => {
    const { rows } = await testApp().owner.query(
      `select c.conrelid::regclass || ' ' || c.conname as key
       from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid::regclass::text = any($1)
         and not exists (
           select from pg_index i
           where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey)
             and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))`,
      [PURGED],
    )
    expect(rows).toEqual([])
  })
})

const PURGED =
  `users offers quotes trades trade_events trade_chats trade_images messages transfers ledger_accounts mails
  user_streams contact_messages`.split(/\s+/)

test('the database’s periods are those of the privacy page', async () => {
  const { owner } = testApp()
  const periodsOf = async (name: string, unit = 'year') => {
    const { rows } = await owner.query('select prosrc as text from pg_proc where proname = $1', [name])
    return [...rows[0].text.matchAll(new RegExp(`interval '(\\d+) ${unit}s?'`, 'g'))].map(([, period]) =>
      Number(period),
    )
  }
  const { chatYears, chatYearsAfterCompletion, tradeYears, accountYearsAfterDeletion } = RETENTION
  expect(await periodsOf('chat_retention_over')).toEqual([chatYears, chatYearsAfterCompletion])
  expect(await periodsOf('purge_messages')).toEqual([chatYearsAfterCompletion, chatYears])
  expect(await periodsOf('trade_retention_over')).toEqual([tradeYears])
  expect(await periodsOf('purge_trades')).toEqual([tradeYears])
  const own = `select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'retention_over_itself'`
  expect((await owner.query(own)).rows[0].text).toContain(`'${tradeYears} years'`)
  expect(await periodsOf('user_retention_over')).toEqual([accountYearsAfterDeletion])
  expect(await periodsOf('purge_reports')).toEqual([RETENTION.reportYears])
  expect(await periodsOf('require_report_retention_over')).toEqual([RETENTION.reportYears])
  expect(await periodsOf('purge_deleted_offers_and_users')).toEqual([accountYearsAfterDeletion])
  for (const name of [
    'payment_details_due',
    'fingerprint_due',
    'erase_payment_details',
    'payer_names_due',
    'erase_payer_names',
  ])
    expect(await periodsOf(name, 'day')).toEqual([RETENTION.paymentDetailDaysAfterTrade])
})
