import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { KEYS_MAX } from '../../../domain/accounts/api-keys.ts'
import { call } from '../../testing/app.ts'
import { ageReauthentication } from '../../testing/accounts/factors.ts'
import { lastMail } from '../../testing/accounts/mails.ts'
import { linkTo, OFFER, postOffer, signUp, withAccount } from '../../testing/accounts/users.ts'
import { createApiKey, apiClientWith } from '../../testing/accounts/api-clients.ts'
import { useTestApp } from '../../testing/suite.ts'
import { moveBody } from '../../testing/move-body.ts'
import { neededProof } from '../../testing/proofs.ts'

const testApp = useTestApp()

const NEW = { name: 'Price watcher', scopes: ['read'], expiresInDays: 30 }

describe('a key', () => {
  test('is shown once, and kept as a hash', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const reply = await amina.post('/api/keys', NEW)
    expect(reply.status).toBe(201)
    const { key, keys } = reply.body
    expect(key).toMatch(/^sarraf_[A-Za-z0-9_-]{43}$/)
    expect(keys).toEqual([
      {
        id: expect.any(String),
        name: 'Price watcher',
        shownStart: key.slice(0, 15),
        scopes: ['read'],
        createdAt: expect.any(String),
        lastUsedAt: null,
        expiresAt: expect.any(String),
        isExpired: false,
        release: null,
        webhook: null,
      },
    ])
    const days = (Date.parse(keys[0].expiresAt) - Date.parse(keys[0].createdAt)) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    expect(JSON.stringify((await amina.get('/api/keys')).body)).not.toContain(key)
    const { rows } = await owner.query('select hash, to_jsonb(k)::text as whole from api_keys k where user_id = $1', [
      amina.id,
    ])
    expect(rows[0].hash).toBe(createHash('sha256').update(key).digest('base64url'))
    expect(rows[0].whole).not.toContain(key.slice(7))
    const commands = await owner.query('select string_agg(answer::text, $1) as text from commands', [' '])
    expect(String(commands.rows[0].text)).not.toContain(key.slice(7))
  })

  test('is announced to its owner by email, with its name', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await amina.post('/api/keys', NEW)
    const { values } = await lastMail(owner, amina.email, 'api_key_added')
    expect(values).toMatchObject({ name: NEW.name })
  })

  test('requires recent authentication and a verified email', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await ageReauthentication(owner, amina)
    const refused = await amina.post('/api/keys', NEW)
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      403,
      'reauthentication_required',
      { first: 'password', second: [] },
    ])
    const newUser = await signUp(app, 'new_user', { isVerified: false })
    expect((await newUser.post('/api/keys', NEW)).body.code).toBe('email_unverified')
  })

  test.each([
    [{ scopes: [] }, 'scopes', 'Select at least one permission.'],
    [{ scopes: ['read', 'read'] }, 'scopes', 'List each permission only once.'],
    [{ scopes: ['admin'] }, 'scopes.0', expect.any(String)],
    [{ name: ' \u0000 ' }, 'name', 'Enter a name for the key.'],
    [{ name: 'x'.repeat(61) }, 'name', 'Name must be at most 60 characters long.'],
    [{ expiresInDays: 31 }, 'expiresInDays', expect.any(String)],
  ])('is not made with %o', async (changes, field, message) => {
    const amina = await signUp(testApp().app, 'amina')
    const reply = await amina.post('/api/keys', { ...NEW, ...changes })
    expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, field, message])
  })

  test('is one of twenty at most, also with concurrent requests', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    for (let n = 0; n < KEYS_MAX - 1; n++) await createApiKey(amina, ['read'])
    const replies = await Promise.all([1, 2, 3].map(() => amina.post('/api/keys', NEW)))
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(replies.find((reply) => reply.status === 409)?.body.code).toBe('keys_full')
    const { rows } = await owner.query('select id from api_keys where user_id = $1', [amina.id])
    expect(rows).toHaveLength(KEYS_MAX)
    await amina.delete(`/api/keys/${rows[0].id}`)
    expect((await amina.post('/api/keys', NEW)).status).toBe(201)
  })
})

describe('a program', () => {
  test('posts offers, reads and trades with the scopes of its key, without a cookie or an origin', async () => {
    const { app } = testApp()
    const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer')]
    const shop = apiClientWith(app, (await createApiKey(seller, ['offers', 'trades', 'release'])).key)
    const robot = apiClientWith(app, (await createApiKey(buyer, ['read', 'trades'])).key)
    const url = '/api/offers'
    const offer = (await shop('POST', url, await withAccount(app, seller.id, { url, body: OFFER }))).body
    expect((await robot('GET', `/api/offers/${offer.id}`)).body).toMatchObject({ isMine: false })
    const quote = await robot('POST', '/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '150' })
    const trade = await robot('POST', '/api/trades', { quoteId: quote.body.id })
    expect(trade.status).toBe(201)
    const room = `/api/trades/${trade.body.id}`
    const said = await robot('POST', `${room}/messages`, { text: 'hello', clientId: crypto.randomUUID() })
    expect(said.status).toBe(201)
    const proofId = await neededProof(testApp().owner, trade.body.id, buyer.id)
    await robot('POST', `${room}/mark-paid`, { ...moveBody('mark-paid', 'awaiting_payment'), proofId })
    const done = await shop('POST', `${room}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent'))
    expect([done.status, done.body.status]).toEqual([200, 'completed'])
    expect((await robot('GET', room)).body.status).toBe('completed')
    expect((await shop('GET', room)).body).toMatchObject({ code: 'key_not_allowed', details: { scope: 'read' } })
  })

  test('cannot confirm a receipt above the amount its owner set', async () => {
    const { app } = testApp()
    const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer')]
    await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: '100' })
    const offer = await postOffer(seller)
    const shop = apiClientWith(app, (await createApiKey(seller, ['trades', 'release'])).key)
    const statuses: unknown[] = []
    for (const amount of ['50', '150']) {
      const quote = (await buyer.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount })).body
      const trade = (await buyer.post('/api/trades', { quoteId: quote.id })).body
      await buyer.post(`/api/trades/${trade.id}/mark-paid`, moveBody('mark-paid', 'awaiting_payment'))
      const reply = await shop(
        'POST',
        `/api/trades/${trade.id}/confirm-receipt`,
        moveBody('confirm-receipt', 'payment_sent'),
      )
      statuses.push([reply.status, reply.body.code ?? reply.body.status, reply.body.details])
    }
    expect(statuses).toEqual([
      [200, 'completed', undefined],
      [403, 'reauthentication_required', undefined],
    ])
  })

  test('is not a browser: cookies beside its key are ignored, and the CSRF check does not apply', async () => {
    const { app } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const { key } = await createApiKey(amina, ['offers'])
    const beside = { cookie: karim.cookie, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const offer = await apiClientWith(app, key, beside)('POST', '/api/offers', { ...OFFER, type: 'buy' })
    expect(offer.status).toBe(201)
    expect((await amina.get('/api/my-offers')).body.offers).toHaveLength(1)
    // A wrong key does not fall back on the session either, nor does signing out end it.
    const wrong = apiClientWith(app, 'sarraf_wrong', { cookie: karim.cookie })
    expect((await wrong('GET', '/api/my-offers')).body.code).toBe('signed_out')
    await apiClientWith(app, key, { cookie: karim.cookie })('POST', '/api/sign-out')
    expect((await karim.get('/api/session')).body.user.id).toBe(karim.id)
  })

  test('is signed out on public calls that its key has no scope for', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const offer = await postOffer(amina)
    const mine = async (scope: 'read' | 'trades') => {
      const program = apiClientWith(app, (await createApiKey(amina, [scope])).key)
      return (await program('GET', `/api/offers/${offer.id}`)).body.isMine
    }
    expect([await mine('read'), await mine('trades')]).toEqual([true, false])
    const program = apiClientWith(app, (await createApiKey(amina, ['read'])).key)
    expect((await program('GET', '/api/session')).body).toEqual({ user: null })
  })

  test('cannot create, list or remove keys', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const { key, id } = await createApiKey(amina, ['read', 'offers', 'trades', 'release'])
    const program = apiClientWith(app, key)
    const replies = [
      await program('POST', '/api/keys', NEW),
      await program('GET', '/api/keys'),
      await program('DELETE', `/api/keys/${id}`),
    ]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [403, 'key_not_allowed']))
  })
})

describe('a key is refused', () => {
  const dead = { status: 401, body: { code: 'signed_out' } }

  test.each(['', 'sarraf_', `sarraf_${'x'.repeat(43)}`, 'x'.repeat(5000), 'sarraf_\u00e9'])(
    'if it is unknown: %s',
    async (key) => {
      const program = apiClientWith(testApp().app, key)
      for (const url of ['/api/my-offers', '/api/market']) expect(await program('GET', url)).toMatchObject(dead)
    },
  )

  test('as soon as it is removed; another user’s key is not found', async () => {
    const { app } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const { key, id } = await createApiKey(amina, ['read'])
    const program = apiClientWith(app, key)
    expect((await program('GET', '/api/my-offers')).status).toBe(200)
    expect((await karim.delete(`/api/keys/${id}`)).body.code).toBe('not_found')
    expect((await program('GET', '/api/my-offers')).status).toBe(200)
    expect((await amina.delete(`/api/keys/${id}`)).body).toEqual({ keys: [] })
    expect(await program('GET', '/api/my-offers')).toMatchObject(dead)
    expect((await amina.delete(`/api/keys/${id}`)).body.code).toBe('not_found')
  })

  test('when it has expired; it stays in the list until it is removed', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const { key, id } = await createApiKey(amina, ['read'], 30)
    await travel(owner, id, 29)
    expect((await apiClientWith(app, key)('GET', '/api/my-offers')).status).toBe(200)
    await travel(owner, id, 1)
    expect(await apiClientWith(app, key)('GET', '/api/my-offers')).toMatchObject(dead)
    expect((await amina.get('/api/keys')).body.keys).toMatchObject([{ id, isExpired: true }])
  })

  test('when the account is recovered, since an attacker may have created it', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const { key } = await createApiKey(amina, ['read'])
    await call(app, 'POST', '/api/forgot-password', { body: { email: amina.email } })
    const token = await linkTo(app, amina.email, 'reset_password')
    const reset = await call(app, 'POST', '/api/reset-password', {
      body: { token, newPassword: 'quite another battery' },
    })
    expect(reset.status).toBe(200)
    expect(await apiClientWith(app, key)('GET', '/api/my-offers')).toMatchObject(dead)
  })

  test('when a change of email is undone', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const { key } = await createApiKey(amina, ['read'])
    await amina.post('/api/email', { newEmail: `thief.${amina.email}` })
    const token = await linkTo(app, amina.email, 'email_change_started')
    expect((await call(app, 'POST', '/api/email/undo', { body: { token } })).status).toBe(200)
    expect(await apiClientWith(app, key)('GET', '/api/my-offers')).toMatchObject(dead)
  })
})

test('the last use is recorded every five minutes', async () => {
  const { app, owner } = testApp()
  const amina = await signUp(app, 'amina')
  const { key, id } = await createApiKey(amina, ['read'])
  const usedAt = async () => (await amina.get('/api/keys')).body.keys[0].lastUsedAt
  await apiClientWith(app, key)('GET', '/api/my-offers')
  const first = await usedAt()
  await apiClientWith(app, key)('GET', '/api/my-offers')
  expect(await usedAt()).toBe(first)
  await owner.query("update api_keys set last_used_at = last_used_at - interval '6 minutes' where id = $1", [id])
  await apiClientWith(app, key)('GET', '/api/my-offers')
  expect(Date.parse(await usedAt())).toBeGreaterThanOrEqual(Date.parse(first))
})

/** Makes the key some days older, which only the database owner can do, with the trigger disabled. */
async function travel(owner: import('pg').Pool, id: string, days: number): Promise<void> {
  await owner.query('alter table api_keys disable trigger api_key_frozen')
  await owner.query(
    `update api_keys set created_at = created_at - make_interval(days => $2),
      expires_at = expires_at - make_interval(days => $2) where id = $1`,
    [id, days],
  )
  await owner.query('alter table api_keys enable trigger api_key_frozen')
}
