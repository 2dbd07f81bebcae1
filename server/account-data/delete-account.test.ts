import { describe, expect, test } from 'vitest'
import { KEY_SCOPES } from '../../domain/accounts/api-keys.ts'
import { createApiKey } from '../testing/accounts/api-clients.ts'
import { call } from '../testing/app.ts'
import { opening, refusalOf } from '../testing/attacks/attack.ts'
import { turnOnTotp } from '../testing/accounts/factors.ts'
import { mailsTo } from '../testing/accounts/mails.ts'
import {
  OFFER,
  askQuote,
  enterCode,
  move,
  openTradeBetween,
  postOffer,
  signUp,
  tradingPair,
  withAccount,
} from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { untilLocksAwaited } from '../testing/lock-waits.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const deleteAccount = (user: Caller, username = user.username) => user.post('/api/account/delete', { username })

const expireRecentAuthentication = (user: Caller) =>
  testApp().owner.query(
    "update sessions set reauthenticated_at = reauthenticated_at - interval '6 minutes' where user_id = $1",
    [user.id],
  )

async function rowOf(user: Caller) {
  const { rows } = await testApp().owner.query('select * from users where id = $1', [user.id])
  return rows[0]
}

async function register(user: Pick<Caller, 'username' | 'email' | 'password'>) {
  const { username, email, password } = user
  const body = { username, email, password, confirmPassword: password, acceptsTerms: true }
  return enterCode(testApp().app, email, await call(testApp().app, 'POST', '/api/register', { body }))
}

/** The statement that stores a contact message of a signed-in user. */
const contact = ({ id, email }: Caller) =>
  `insert into contact_messages (key, user_id, name, email, subject, message)
   values (gen_random_uuid()::text, '${id}', 'A', '${email}', 'support', 'x')`

/** The statement that claims the key of a command. */
const command = ({ id }: Caller) =>
  `insert into commands (actor_id, key, route, fingerprint) values ('${id}', gen_random_uuid()::text, 'x', 'x')`

/** A seller and a buyer whose trade is completed. */
async function tradedPair() {
  const pair = await tradingPair(testApp().app)
  await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
  await move(pair.seller, pair.trade, 'confirm-receipt', 'payment_sent')
  return pair
}

describe('an account is deleted', () => {
  test('immediately, with an email to the former address, and this browser is signed out', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const reply = await deleteAccount(amina)
    expect([reply.status, reply.body]).toEqual([200, { user: null }])
    expect(String(reply.headers['set-cookie'])).toMatch(/^sid=;.*Max-Age=0/)
    expect(await mailsTo(testApp().owner, amina.email)).toEqual([
      { kind: 'account_deleted', values: {}, language: 'en' },
    ])
    const { username, deleted_at: deletedAt } = await rowOf(amina)
    expect(username).toMatch(/^deleted_[0-9a-f]{8}$/)
    expect((await testApp().owner.query('select from accounts where user_id = $1', [amina.id])).rowCount).toBe(0)
    expect(deletedAt).toBeInstanceOf(Date)
  })

  test('only with the user’s username typed; another username is refused at the field', async () => {
    const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
    for (const typed of [karim.username, amina.username.toUpperCase(), '', ' ', 'x'.repeat(300)]) {
      const reply = await deleteAccount(amina, typed)
      expect([typed, reply.status, reply.body.field]).toEqual([typed, 400, 'username'])
    }
    expect((await karim.get('/api/profile')).status).toBe(200)
    expect((await rowOf(amina)).deleted_at).toBeNull()
    expect((await deleteAccount(amina, ` ${amina.username} `)).status).toBe(200)
  })

  test('only with recent authentication, by both factors where two are on; a refusal changes nothing', async () => {
    const { app, owner } = testApp()
    const plain = await signUp(app, 'plain')
    const offer = await postOffer(plain)
    const { user: guarded } = await turnOnTotp(app, await signUp(app, 'guarded'))
    for (const user of [plain, guarded]) {
      await expireRecentAuthentication(user)
      const reply = await deleteAccount(user)
      expect([reply.status, reply.body.code]).toEqual([403, 'reauthentication_required'])
      expect((await rowOf(user)).deleted_at).toBeNull()
      expect((await user.get('/api/session')).body.user.username).toBe(user.username)
    }
    const { rows } = await owner.query('select terms, deleted_at from offers where id = $1', [offer.id])
    expect(rows).toEqual([{ terms: OFFER.terms, deleted_at: null }])
  })

  test('never by an API key', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const { key } = await createApiKey(amina, KEY_SCOPES)
    const headers = { authorization: `Bearer ${key}` }
    for (const [method, path] of [
      ['POST', '/api/account/delete'],
      ['POST', '/api/account/export'],
    ] as const) {
      const reply = await call(app, method, path, { headers, body: { username: amina.username } })
      expect([reply.status, reply.body.code]).toEqual([403, 'key_not_allowed'])
    }
    expect((await rowOf(amina)).deleted_at).toBeNull()
    await deleteAccount(amina)
    expect((await call(app, 'GET', '/api/my-offers', { headers })).status).toBe(401)
  })

  test('not by a request from another site', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const headers = { 'sec-fetch-site': 'cross-site' }
    const body = { username: amina.username }
    const reply = await call(testApp().app, 'POST', '/api/account/delete', { cookie: amina.cookie, body, headers })
    expect([reply.status, reply.body.code]).toEqual([403, 'cross_site'])
  })

  test('not while either party has an open trade; after the trade has ended', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    for (const user of [seller, buyer]) {
      const reply = await deleteAccount(user)
      expect([reply.status, reply.body.code, reply.body.values]).toEqual([409, 'trades_open', { openTrades: 1 }])
    }
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect((await deleteAccount(seller)).body.code).toBe('trades_open')
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    expect((await deleteAccount(seller)).status).toBe(200)
    expect((await deleteAccount(buyer)).status).toBe(200)
  })

  test('concurrently: one call deletes the account, the others are signed out', async () => {
    for (let round = 0; round < 5; round++) {
      const amina = await signUp(testApp().app, 'amina')
      await postOffer(amina)
      const replies = await Promise.all([deleteAccount(amina), deleteAccount(amina), deleteAccount(amina)])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
      expect(await mailsTo(testApp().owner, amina.email)).toHaveLength(1)
    }
  })

  test('while the user or a counterparty opens a trade: either the trade opens or the account is deleted', async () => {
    const { app, owner } = testApp()
    for (let round = 0; round < 12; round++) {
      const [maker, taker] = [await signUp(app, 'maker'), await signUp(app, 'taker')]
      const offer = await postOffer(maker)
      const quote = await askQuote(taker, offer.id)
      const leaver = round % 2 ? maker : taker
      const [left, opened] = await Promise.all([
        deleteAccount(leaver),
        taker.post('/api/trades', { quoteId: quote.id }),
      ])
      const { rows } = await owner.query('select count(*)::int as trades from trades where taker_id = $1', [taker.id])
      if (left.status === 200) {
        expect([opened.status, opened.body.code, rows[0].trades]).toEqual([
          leaver === taker ? 401 : 409,
          leaver === taker ? 'signed_out' : 'offer_unavailable',
          0,
        ])
      } else {
        expect([left.body.code, opened.status, rows[0].trades]).toEqual(['trades_open', 201, 1])
      }
    }
  })

  test('while the user posts offers and signs in: no offer and no session is left', async () => {
    const { app, owner } = testApp()
    for (let round = 0; round < 6; round++) {
      const amina = await signUp(app, 'amina')
      const offer = await withAccount(app, amina.id, { url: '/api/offers', body: OFFER })
      const signIn = () => call(app, 'POST', '/api/sign-in', { body: { email: amina.email, password: amina.password } })
      const replies = await Promise.all([signIn(), amina.post('/api/offers', offer), deleteAccount(amina), signIn()])
      expect(replies[2].status).toBe(200)
      for (const { status } of replies) expect(status).toBeLessThan(500)
      const { rows } = await owner.query(
        `select (select count(*)::int from sessions where user_id = $1) as sessions,
           (select count(*)::int from sign_ins where user_id = $1) as sign_ins,
           (select count(*)::int from offers where owner_id = $1 and deleted_at is null) as offers`,
        [amina.id],
      )
      expect(rows).toEqual([{ sessions: 0, sign_ins: 0, offers: 0 }])
    }
  })
})

describe('after the deletion', () => {
  test('every session has ended, and the database accepts no new rows of the user', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const other = await call(app, 'POST', '/api/sign-in', { body: { email: amina.email, password: amina.password } })
    const cookie = String(other.headers['set-cookie']).split(';')[0] ?? ''
    await deleteAccount(amina)
    for (const shown of [cookie, amina.cookie])
      expect((await call(app, 'GET', '/api/profile', { cookie: shown })).status).toBe(401)
    const at = 'clock_timestamp()'
    const attacks = [
      `insert into sessions (user_id, token, expires_at) values ('${amina.id}', 'x', ${at} + interval '1 day')`,
      `insert into identities (user_id, provider_id, account_id, password) values ('${amina.id}', 'credential', 'y', '$argon2id$x')`,
      `insert into api_keys (user_id, nr, name, hash, prefix, scopes) values ('${amina.id}', 1, 'x', repeat('x', 43), 'xxxxxxxx', '{read}')`,
      `insert into one_time_tokens (purpose, user_id, hash, expires_at) values ('reset_password', '${amina.id}', 'z', ${at} + interval '1 minute')`,
      `insert into sign_ins (user_id, method, outcome) values ('${amina.id}', 'password', 'refused')`,
      `insert into staff_members (user_id, role) values ('${amina.id}', 'admin')`,
      `insert into offers (owner_id, type, fiat_currency, payment_methods, payment_account_ids, min_milli, max_milli, percentage_tenths, terms)
       values ('${amina.id}', 'sell', 'EUR', '{revolut}', '{null}', 10000, 20000, 0, 'Pay within the window')`,
      contact(amina),
    ]
    for (const attack of attacks) expect([attack, await refusalOf(owner, attack)]).toEqual([attack, 'user_not_deleted'])
    expect(await refusalOf(owner, command(amina))).toBe('commands_of_account')
  })

  test('an email queued concurrently is dropped without an error', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await deleteAccount(amina)
    const mail = `insert into mails (user_id, kind, to_address, language, values)
      values ('${amina.id}', 'sessions_ended_by_staff', '${amina.email}', 'en', '{}')`
    expect(await refusalOf(owner, mail)).toBe('nothing')
    const { rows } = await owner.query('select kind from mails where user_id = $1', [amina.id])
    expect(rows).toEqual([{ kind: 'account_deleted' }])
  })

  test('sign-in, code and forgotten password answer as for an unknown email', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await deleteAccount(amina)
    for (const email of [amina.email, 'unknown@example.org']) {
      const signIn = await call(app, 'POST', '/api/sign-in', { body: { email, password: amina.password } })
      expect([signIn.status, signIn.body.code]).toEqual([401, 'credentials_wrong'])
      expect((await call(app, 'POST', '/api/forgot-password', { body: { email } })).body).toEqual({ done: true })
      const { codeId } = (await call(app, 'POST', '/api/sign-in/code/send', { body: { email } })).body
      const code = await call(app, 'POST', '/api/sign-in/code', { body: { codeId, email, code: '123456' } })
      expect([code.status, code.body.code]).toEqual([403, 'code_wrong'])
    }
    const { rows } = await owner.query("select kind from mails where to_address = $1 and kind <> 'account_deleted'", [
      amina.email,
    ])
    expect(rows).toEqual([])
  })

  test('the former email can neither sign in nor get a link', async () => {
    const { app, owner } = testApp()
    const { email, password, ...amina } = await signUp(app, 'amina')
    await deleteAccount({ email, password, ...amina })
    const signIn = await call(app, 'POST', '/api/sign-in', { body: { email, password } })
    expect([signIn.status, signIn.body.code]).toEqual([401, 'credentials_wrong'])
    expect((await call(app, 'POST', '/api/forgot-password', { body: { email } })).status).toBe(200)
    expect((await mailsTo(owner, email)).map(({ kind }) => kind)).toEqual(['account_deleted'])
  })

  test('the same email can register again immediately; the former username and the names of deleted accounts are refused', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await deleteAccount(amina)
    const refused = await register(amina)
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([409, 'username_taken', 'username'])
    const { username } = await rowOf(amina)
    for (const posing of [username, 'Deleted_account', 'de1eted_00000000']) {
      const reply = await register({ ...amina, username: posing })
      expect([posing, reply.status, reply.body.message]).toEqual([posing, 400, 'This username is reserved'])
    }
    const second = await register({ ...amina, username: `new_${amina.username}`.slice(0, 20) })
    expect(second.status).toBe(201)
    expect(second.body.user.id).not.toBe(amina.id)
    expect((await rowOf(amina)).username).toBe(username)
  })

  test('after a recent change of username both names stay reserved', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const renamed = `re_${amina.username}`.slice(0, 20)
    await amina.post('/api/profile/username', { username: renamed })
    expect((await deleteAccount(amina, renamed)).status).toBe(200)
    for (const username of [amina.username, renamed])
      expect((await register({ ...amina, username })).body.code).toBe('username_taken')
    const { rows } = await owner.query('select count(*)::int as n from freed_usernames where user_id = $1', [amina.id])
    expect(rows).toEqual([{ n: 0 }])
  })

  test('the profile and offers are gone; the counterparty keeps the trade, its chat and the pseudonym', async () => {
    const { app, owner } = testApp()
    const { seller, buyer, offer, trade } = await tradedPair()
    await seller.post(`/api/trades/${trade.id}/messages`, { text: 'Thank you', clientId: crypto.randomUUID() })
    await owner.query("update offers set first_message = 'Call me at 20 123 456' where id = $1", [offer.id])
    await deleteAccount(seller)
    const { username } = await rowOf(seller)
    for (const name of [seller.username, username])
      expect((await call(app, 'GET', `/api/traders/${name}`)).status).toBe(404)
    expect((await call(app, 'GET', `/api/offers/${offer.id}`)).status).toBe(404)
    const { body } = await buyer.get(`/api/trades/${trade.id}`)
    expect(body).toMatchObject({ status: 'completed', seller: { username, completedTrades: 1 } })
    const { messages } = (await buyer.get(`/api/trades/${trade.id}/messages`)).body
    expect(messages.at(-1)).toMatchObject({ sender: 'seller', text: 'Thank you' })
    // The chat is still open for the counterparty.
    const sent = await buyer.post(`/api/trades/${trade.id}/messages`, { text: 'Bye', clientId: crypto.randomUUID() })
    expect(sent.status).toBe(201)
    const { rows } = await owner.query(
      'select terms, first_message, deleted_at is not null as gone from offers where id = $1',
      [offer.id],
    )
    expect(rows).toEqual([{ terms: 'Erased with its account.', first_message: '', gone: true }])
    expect((await deleteAccount(buyer)).status).toBe(200)
  })

  test('contact messages from an email that the user never verified are kept', async () => {
    const { app, owner } = testApp()
    const email = 'real.owner@example.org'
    const message = { name: 'Owner', email, subject: 'support', message: 'Where is my trade?' }
    await call(app, 'POST', '/api/contact', { body: message })
    const squatter = await signUp(app, 'squatter', { isVerified: false })
    await owner.query('update accounts set email = $1 where user_id = $2', [email, squatter.id])
    const gone = await deleteAccount(squatter)
    expect(gone.status).toBe(200)
    const { rows } = await owner.query('select count(*)::int as n from contact_messages where email = $1', [email])
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('the database', () => {
  const anonymised = `deleted_at = clock_timestamp(), username = 'deleted_0badf00d', email_verified = false, bio = '',
    location = ''`

  test('refuses to mark a user deleted who has an open trade, an offer, a sign-in method or personal data', async () => {
    const { app, owner } = testApp()
    const { buyer, seller } = await tradingPair(app)
    const of = (user: Caller, set = anonymised) => `update users set ${set} where id = '${user.id}';`
    expect(await refusalOf(owner, of(buyer))).toBe('account_deletion_no_open_trade')
    expect(await refusalOf(owner, of(seller))).toBe('account_deletion_no_open_trade')
    const amina = await signUp(app, 'amina')
    expect(await refusalOf(owner, of(amina))).toBe('account_deletion_no_own_rows')
    await postOffer(amina, { type: 'buy' })
    const erase = `select erase_account('${amina.id}');`
    expect(await refusalOf(owner, of(amina) + erase)).toBe('account_deletion_no_offer')
    expect(await refusalOf(owner, of(amina, 'deleted_at = clock_timestamp()'))).toBe('users_deleted_anonymous')
    expect(await refusalOf(owner, of(amina, anonymised.replace("bio = ''", "bio = 'me'")))).toBe(
      'users_deleted_anonymous',
    )
    expect(await refusalOf(owner, erase)).toBe('users_erased_when_deleted')
  })

  const deletion = (user: Caller) =>
    `update users set ${anonymised.replace('0badf00d', user.id.slice(0, 8))} where id = '${user.id}';
     select erase_account('${user.id}')`

  test('makes inserts and a deletion of the same user wait for each other', async () => {
    const { app, owner } = testApp()
    const session = (user: Caller) =>
      `insert into sessions (user_id, token, expires_at) values ('${user.id}', gen_random_uuid()::text, clock_timestamp())`
    const amina = await signUp(app, 'amina')
    const late = await meanwhile(deletion(amina), session(amina))
    expect(late).toBe('user_not_deleted')
    const lea = await signUp(app, 'lea')
    expect(await meanwhile(deletion(lea), contact(lea))).toBe('user_not_deleted')
    const nadia = await signUp(app, 'nadia')
    expect(await meanwhile(deletion(nadia), command(nadia))).toBe('commands_of_account')
    const sami = await signUp(app, 'sami')
    expect(await meanwhile(command(sami), deletion(sami))).toBe('nothing')
    const karim = await signUp(app, 'karim')
    expect(await meanwhile(session(karim), deletion(karim))).toBe('nothing')
    const { rows } = await owner.query('select count(*)::int as n from sessions where user_id = any($1)', [
      [amina.id, karim.id],
    ])
    expect(rows).toEqual([{ n: 0 }])
    const { seller, buyer, offer } = await tradedPair()
    const quote = await askQuote(buyer, offer.id)
    const chat = `insert into trade_chats select id, 1 from forged;
      insert into messages (trade_id, seq, kind, body, system_code) select id, 1, 'system', 'Hello', 'opened' from forged`
    const left = await meanwhile(opening(quote.id) + chat, `${closing(seller)} ${deletion(seller)}`)
    expect(left).toBe('account_deletion_no_open_trade')
  })

  test('signs out a command that has waited for the deletion of its account', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const client = await owner.connect()
    try {
      await client.query(`begin; ${deletion(amina)}`)
      const late = amina.post('/api/profile', { bio: 'late', location: '', language: 'en' })
      await untilLocksAwaited(owner, 1)
      await client.query('commit')
      expect([(await late).status, (await late).body.code]).toEqual([401, 'signed_out'])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('waits for a command of the user before it locks what that command may need', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const client = await owner.connect()
    try {
      await client.query(`begin; ${command(amina)}`)
      const deleted = deleteAccount(amina)
      await untilLocksAwaited(owner, 1)
      await client.query('select from users where id = $1 for no key update nowait', [amina.id])
      await client.query('commit')
      expect((await deleted).status).toBe(200)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  const closing = (user: Caller) =>
    `update offers set deleted_at = clock_timestamp() where owner_id = '${user.id}' and deleted_at is null;`

  /** The refusal of `second`, which starts while the transaction of `first` is not committed. */
  async function meanwhile(first: string, second: string): Promise<string> {
    const client = await testApp().owner.connect()
    try {
      await client.query(`begin; ${first}`)
      const waiting = refusalOf(testApp().owner, second)
      let isOver = false
      void waiting.then(() => (isOver = true))
      await new Promise((done) => setTimeout(done, 200))
      expect(isOver).toBe(false)
      await client.query('commit')
      return await waiting
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  test('never restores a deleted user', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await deleteAccount(amina)
    const attack = (set: string) => refusalOf(owner, `update users set ${set} where id = '${amina.id}'`)
    expect(await attack('deleted_at = null')).toBe('users_stays_deleted')
    expect(await attack("username = 'amina'")).toBe('users_deleted_anonymous')
    expect(await attack("bio = 'Amina'")).toBe('users_deleted_anonymous')
    const account = `insert into accounts (user_id, email) values ('${amina.id}', 'amina@example.org')`
    expect(await refusalOf(owner, account)).toBe('user_not_deleted')
    expect(await attack('purged_trades = 1')).toBe('users_only_by_triggers')
  })

  test('lets public call no security definer function, and the server only those it needs', async () => {
    const { rows } = await testApp().owner.query<{ name: string; isPublic: boolean; isServers: boolean }>(
      `select p.proname as name, has_function_privilege('public', p.oid, 'execute') as "isPublic",
         has_function_privilege('sarraf_app', p.oid, 'execute') as "isServers"
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.prorettype <> 'trigger'::regtype
       order by 1`,
    )
    expect(rows.filter(({ isPublic }) => isPublic)).toEqual([])
    expect(rows.filter(({ isServers }) => isServers).map(({ name }) => name)).toEqual([
      'announce_move',
      'bond_payout',
      'business_hours_now',
      'business_is_open',
      'check_next_rule',
      'count_public_figures',
      'details_shown',
      'dispute_before',
      'erase_account',
      'erase_meeting_codes',
      'erase_payer_names',
      'erase_payment_details',
      'escalate_notifications',
      'evidence_reuse',
      'external_account_of',
      'in_one_team',
      'lock_open_trades',
      'lock_quoted_account',
      'match_next_offer_change',
      'may_read_evidence',
      'moves_bytes',
      'new_taker_networks',
      'open_case_links',
      'publish_due_ratings',
      'purge_deleted_offers_and_users',
      'purge_messages',
      'purge_reports',
      'purge_trades',
      'purge_unused_quotes',
      'start_offer_changes',
      'teamed_lately',
      'tier_of',
      'trading_limits',
      'type_meeting_code',
      'write_notification',
    ])
    const unpinned = await testApp().owner.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
         and not coalesce('search_path=public, pg_temp' = any(proconfig), false)`,
    )
    expect(unpinned.rows).toEqual([])
  })

  test('refuses an open trade with a deleted user', async () => {
    const { app, owner } = testApp()
    const { seller, buyer, offer, trade } = await tradedPair()
    const quote = await askQuote(buyer, offer.id)
    const backAgain = `update offers set deleted_at = null, payment_account_ids = array[id] where id = '${offer.id}';`
    const stillThere = `set local session_replication_role = replica; ${backAgain} set local session_replication_role = origin;`
    await deleteAccount(seller)
    expect(await refusalOf(owner, opening(quote.id))).toBe('user_not_deleted')
    expect(await refusalOf(owner, stillThere + opening(quote.id))).toBe('user_not_deleted')
    expect(await refusalOf(owner, backAgain)).toBe('offers_stays_deleted')
    const stranger = await signUp(app, 'stranger')
    const reply = await stranger.post('/api/quotes', { offerId: trade.offerId, anchor: 'fiat', amount: '20' })
    expect([reply.status, reply.body.code]).toEqual([409, 'offer_unavailable'])
  })
})

describe('open trades', () => {
  test('a trade that is paid and unconfirmed blocks the deletion; a cancelled one does not', async () => {
    const { app } = testApp()
    const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer')]
    const [first, second] = [
      await openTradeBetween(buyer, (await postOffer(seller)).id),
      await openTradeBetween(buyer, (await postOffer(seller)).id),
    ]
    await move(buyer, first, 'mark-paid', 'awaiting_payment')
    await move(buyer, second, 'cancel', 'awaiting_payment')
    expect((await deleteAccount(buyer)).body.values).toEqual({ openTrades: 1 })
  })
})
