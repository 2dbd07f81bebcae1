import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { apiClientWith, createApiKey } from '../../testing/accounts/api-clients.ts'
import { call } from '../../testing/app.ts'
import { ageReauthentication, turnOnTotp } from '../../testing/accounts/factors.ts'
import { mailsTo } from '../../testing/accounts/mails.ts'
import { PAYMENT_METHODS } from '../../../domain/payments/methods.ts'
import { DETAILS } from '../../testing/accounts/payment-accounts.ts'
import { useTestApp } from '../../testing/suite.ts'
import { openTradeBetween, OFFER, postOffer, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'

const testApp = useTestApp()

const ACCOUNTS = '/api/payment-accounts'
const OTHER_IBAN = { ...DETAILS.sepa_instant, iban: 'FR1420041010050500013M02606' }

const newUser = (name = 'amina') => signUp(testApp().app, name)
const listOf = async (user: Caller) => (await user.get(ACCOUNTS)).body.accounts
const add = async (user: Caller, details: object = DETAILS.sepa_instant): Promise<string> =>
  (await user.post(ACCOUNTS, details)).body.id
const kindsTo = async (user: Caller) => (await mailsTo(testApp().owner, user.email)).map(({ kind }) => kind)

describe('adding an account', () => {
  test('stores it sealed, lists its last four characters, and notifies the owner by email', async () => {
    const { owner } = testApp()
    const amina = await newUser()
    const reply = await amina.post(ACCOUNTS, { ...DETAILS.sepa_instant, iban: 'de89 3704 0044 0532 0130 00' })
    expect(reply.status).toBe(201)
    const listed = {
      id: reply.body.id,
      method: 'sepa_instant',
      lastFour: '3000',
      isDefault: true,
      usedByOffers: 0,
      changedAt: expect.any(String),
    }
    expect(reply.body.accounts).toEqual([listed])
    expect(await listOf(amina)).toEqual([listed])
    expect((await amina.get(`${ACCOUNTS}/${reply.body.id}`)).body).toEqual({
      id: reply.body.id,
      method: 'sepa_instant',
      details: [
        { name: 'holder', value: 'Amina Ben Salah' },
        { name: 'iban', value: 'DE89370400440532013000' },
      ],
    })
    expect((await mailsTo(owner, amina.email)).at(-1)).toMatchObject({
      kind: 'payment_account_added',
      values: { paymentMethod: 'sepa_instant' },
    })
  })

  test.each(PAYMENT_METHODS)('with the details of %s', async (method) => {
    expect((await (await newUser()).post(ACCOUNTS, DETAILS[method])).status).toBe(201)
  })

  test('not with those of a method whose currency the market does not have', async () => {
    const { status, body } = await (await newUser()).post(ACCOUNTS, DETAILS.baridimob)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'method'])
  })

  test.each([
    [{ ...DETAILS.sepa_instant, iban: 'DE88370400440532013000' }, 'iban'],
    [{ ...DETAILS.d17, phone: '71123456' }, 'phone'],
    [{ ...DETAILS.tn_bank_transfer, rib: '1' }, 'rib'],
    [{ ...DETAILS.paypal, holder: '' }, 'holder'],
    [{ ...DETAILS.paypal, iban: 'DE89370400440532013000' }, 'iban'],
    [{ ...DETAILS.paypal, method: 'cash' }, 'method'],
  ])('refuses %j on %s, and repeats no detail', async (details, field) => {
    const reply = await (await newUser()).post(ACCOUNTS, details)
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'invalid_input', field])
    expect(JSON.stringify(reply.body)).not.toContain('DE8')
  })

  test('a repeated call adds nothing and sends no second email', async () => {
    const amina = await newUser()
    const [first, second] = [await add(amina), await add(amina)]
    expect(second).toBe(first)
    expect(await listOf(amina)).toHaveLength(1)
    expect((await kindsTo(amina)).filter((kind) => kind === 'payment_account_added')).toHaveLength(1)
  })

  test('in parallel calls is once too', async () => {
    const amina = await newUser()
    const ids = await Promise.all(Array.from({ length: 6 }, () => add(amina)))
    expect(new Set(ids).size).toBe(1)
    expect(await listOf(amina)).toHaveLength(1)
  })

  test('requires recent authentication and a verified email', async () => {
    const amina = await newUser()
    await ageReauthentication(testApp().owner, amina)
    expect((await amina.post(ACCOUNTS, DETAILS.d17)).body.code).toBe('reauthentication_required')
    const unverified = await signUp(testApp().app, 'new_user', { isVerified: false })
    expect((await unverified.post(ACCOUNTS, DETAILS.d17)).body.code).toBe('email_unverified')
    // With a second factor on, a session that has shown only one factor does not suffice.
    const { user } = await turnOnTotp(testApp().app, await newUser())
    expect((await user.post(ACCOUNTS, DETAILS.d17)).status).toBe(201)
    await ageReauthentication(testApp().owner, user)
    const refused = await user.post(ACCOUNTS, DETAILS.flouci)
    expect(refused.body.details).toMatchObject({ second: expect.arrayContaining(['totp']) })
  })

  test(`is refused beyond ${LIMITS.payment_accounts} accounts, also in parallel`, async () => {
    const amina = await newUser()
    const details = (n: number) => ({ ...DETAILS.d17, phone: String(20_000_000 + n) })
    for (let n = 0; n < LIMITS.payment_accounts - 2; n++) await add(amina, details(n))
    const replies = await Promise.all([50, 51, 52, 53].map((n) => amina.post(ACCOUNTS, details(n))))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2)
    expect((await amina.post(ACCOUNTS, details(99))).body).toMatchObject({
      code: 'payment_accounts_full',
      values: { limit: LIMITS.payment_accounts },
    })
  })
})

describe('several accounts', () => {
  test('of one method have one default, which can be changed', async () => {
    const amina = await newUser()
    const [first, second] = [await add(amina), await add(amina, OTHER_IBAN)]
    await add(amina, DETAILS.d17)
    const defaults = async () =>
      (await listOf(amina)).filter(({ isDefault }: any) => isDefault).map(({ id, method }: any) => [method, id])
    expect(await defaults()).toEqual([
      ['d17', expect.any(String)],
      ['sepa_instant', first],
    ])
    expect((await amina.post(`${ACCOUNTS}/${second}/default`)).body).toEqual({ isDefault: true })
    expect(await defaults()).toEqual([
      ['d17', expect.any(String)],
      ['sepa_instant', second],
    ])
    await Promise.all([first, second, first, second].map((id) => amina.post(`${ACCOUNTS}/${id}/default`)))
    expect(await defaults()).toHaveLength(2)
  })

  test('name their holders once each', async () => {
    const amina = await newUser()
    for (const details of [DETAILS.d17, DETAILS.flouci, { ...DETAILS.paypal, holder: 'A. Salah' }])
      await add(amina, details)
    expect((await amina.get(`${ACCOUNTS}/holders`)).body).toEqual({ holders: ['Amina Ben Salah', 'A. Salah'] })
    expect((await amina.get(`${ACCOUNTS}/holders?method=paypal`)).body).toEqual({ holders: ['A. Salah'] })
  })
})

describe('changing an account', () => {
  test('applies to later trades, and the owner is notified by email', async () => {
    const amina = await newUser()
    const id = await add(amina)
    const before = (await listOf(amina))[0].changedAt
    expect((await amina.post(`${ACCOUNTS}/${id}`, OTHER_IBAN)).body.accounts).toMatchObject([{ id, lastFour: '2606' }])
    expect((await listOf(amina))[0].changedAt > before).toBe(true)
    expect((await kindsTo(amina)).at(-1)).toBe('payment_account_changed')
    // The same details again are no change.
    const changedAt = (await listOf(amina))[0].changedAt
    await amina.post(`${ACCOUNTS}/${id}`, OTHER_IBAN)
    expect((await listOf(amina))[0].changedAt).toBe(changedAt)
    expect((await kindsTo(amina)).filter((kind) => kind === 'payment_account_changed')).toHaveLength(1)
  })

  test('keeps its method, and requires recent authentication, as does reading its details', async () => {
    const amina = await newUser()
    const id = await add(amina)
    expect((await amina.post(`${ACCOUNTS}/${id}`, DETAILS.d17)).body).toMatchObject({
      code: 'payment_account_mismatch',
      field: 'method',
    })
    await ageReauthentication(testApp().owner, amina)
    expect((await amina.post(`${ACCOUNTS}/${id}`, OTHER_IBAN)).body.code).toBe('reauthentication_required')
    expect((await amina.get(`${ACCOUNTS}/${id}`)).body.code).toBe('reauthentication_required')
  })
})

describe('removing an account', () => {
  test('is refused while an offer uses it, and possible once the offer is deleted or names another', async () => {
    const amina = await newUser()
    const [first, second] = [await add(amina), await add(amina, OTHER_IBAN)]
    const offer = await postOffer(amina, { paymentAccountIds: [first] })
    expect((await listOf(amina))[0]).toMatchObject({ id: first, usedByOffers: 1 })
    expect((await amina.delete(`${ACCOUNTS}/${first}`)).body.code).toBe('payment_account_in_use')
    const edited = { ...OFFER, paymentAccountIds: [second], seenVersion: offer.version, seenInventoryUsdt: '' }
    expect((await amina.post(`/api/offers/${offer.id}`, edited)).body.paymentAccountIds).toEqual([second])
    expect((await amina.delete(`${ACCOUNTS}/${first}`)).body).toEqual({ removed: true })
    expect(await listOf(amina)).toMatchObject([{ id: second, isDefault: true }])
    await amina.post(`/api/offers/${offer.id}/pause`)
    expect((await amina.delete(`${ACCOUNTS}/${second}`)).body.code).toBe('payment_account_in_use')
    await amina.delete(`/api/offers/${offer.id}`)
    expect((await amina.delete(`${ACCOUNTS}/${second}`)).status).toBe(200)
    expect((await amina.delete(`${ACCOUNTS}/${second}`)).body.code).toBe('not_found')
  })

  test('at the moment an offer is posted: one of the two is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const amina = await newUser()
      const id = await add(amina)
      const [removed, posted] = await Promise.all([
        amina.delete(`${ACCOUNTS}/${id}`),
        amina.post('/api/offers', { ...OFFER, paymentAccountIds: [id] }),
      ])
      const outcome = [removed.body.code ?? 'removed', posted.body.code ?? 'posted']
      expect([
        ['removed', 'payment_account_mismatch'],
        ['payment_account_in_use', 'posted'],
      ]).toContainEqual(outcome)
    }
  })
})

describe('an offer to sell', () => {
  test('names an account of its owner and method', async () => {
    const [amina, karim] = [await newUser(), await newUser('karim')]
    const [own, dinars, others] = [await add(amina), await add(amina, DETAILS.d17), await add(karim)]
    const refused = async (...paymentAccountIds: (string | null)[]) => {
      const { status, body } = await amina.post('/api/offers', { ...OFFER, paymentAccountIds })
      return [status, body.code, body.field]
    }
    expect(await refused(null)).toEqual([400, 'payment_account_required', 'paymentAccountIds'])
    expect(await refused()).toEqual([400, 'payment_account_required', 'paymentAccountIds'])
    for (const ids of [[dinars], [others], [crypto.randomUUID()], [own, own]])
      expect(await refused(...ids)).toEqual([409, 'payment_account_mismatch', 'paymentAccountIds'])
    const offer = await postOffer(amina, { paymentAccountIds: [own] })
    expect(offer.paymentAccountIds).toEqual([own])
    // The public sees neither the account nor which one it is.
    const seen = (await karim.get(`/api/offers/${offer.id}`)).body
    expect(JSON.stringify(seen)).not.toContain(own)
    const edited = { ...OFFER, paymentMethods: ['revolut'], seenVersion: offer.version, seenInventoryUsdt: '' }
    expect((await amina.post(`/api/offers/${offer.id}`, { ...edited, paymentAccountIds: [own] })).body.code).toBe(
      'payment_account_mismatch',
    )
  })

  test('an offer to buy names none', async () => {
    const amina = await newUser()
    const id = await add(amina)
    expect((await amina.post('/api/offers', { ...OFFER, type: 'buy', paymentAccountIds: [id] })).body).toMatchObject({
      code: 'invalid_input',
      field: 'paymentAccountIds',
    })
    expect((await postOffer(amina, { type: 'buy' })).paymentAccountIds).toEqual([])
  })
})

describe('other callers', () => {
  test('a stranger finds no account, and a visitor may not ask', async () => {
    const [amina, stranger] = [await newUser(), await newUser('stranger')]
    const id = await add(amina)
    const url = `${ACCOUNTS}/${id}`
    const replies = [
      await stranger.get(url),
      await stranger.post(url, OTHER_IBAN),
      await stranger.post(`${url}/default`),
      await stranger.delete(url),
    ]
    expect(replies.map(({ body }) => body.code)).toEqual(Array(4).fill('not_found'))
    expect(await listOf(stranger)).toEqual([])
    expect((await call(testApp().app, 'GET', ACCOUNTS)).body.code).toBe('signed_out')
    expect(await listOf(amina)).toHaveLength(1)
  })

  test('an API key lists the ends of accounts, and can neither read nor change them', async () => {
    const { app } = testApp()
    const amina = await newUser()
    const id = await add(amina)
    const program = apiClientWith(app, (await createApiKey(amina, ['read', 'offers', 'trades', 'release'])).key)
    expect((await program('GET', ACCOUNTS)).body.accounts).toMatchObject([{ id, lastFour: '3000' }])
    const replies = [
      await program('GET', `${ACCOUNTS}/${id}`),
      await program('GET', `${ACCOUNTS}/holders`),
      await program('POST', ACCOUNTS, DETAILS.d17),
      await program('POST', `${ACCOUNTS}/${id}`, OTHER_IBAN),
      await program('POST', `${ACCOUNTS}/${id}/default`),
      await program('DELETE', `${ACCOUNTS}/${id}`),
    ]
    expect(replies.map(({ body }) => body.code)).toEqual(Array(6).fill('key_not_allowed'))
    const others = apiClientWith(app, (await createApiKey(amina, ['trades'])).key)
    expect((await others('GET', ACCOUNTS)).body).toMatchObject({ code: 'key_not_allowed', details: { scope: 'read' } })
  })
})

describe('the owner’s data', () => {
  test('the export has the details, and deleting the account erases them', async () => {
    const { owner } = testApp()
    const [amina, buyer] = [await newUser(), await newUser('buyer')]
    const offer = await postOffer(amina, { paymentAccountIds: [await add(amina)] })
    const trade = await openTradeBetween(buyer, offer.id)
    await buyer.post(`/api/trades/${trade.id}/cancel`, { seenStatus: 'awaiting_payment' })
    const exported = (await amina.post('/api/account/export')).body
    expect(exported.paymentAccounts).toMatchObject([
      { method: 'sepa_instant', details: [{ name: 'holder' }, { name: 'iban', value: 'DE89370400440532013000' }] },
    ])
    expect((await amina.post('/api/account/delete', { username: amina.username })).status).toBe(200)
    const { rows } = await owner.query(
      `select (select count(*)::int from payment_accounts where user_id = $1) as accounts,
         (select count(*)::int from trade_payment_details where seller_id = $1 and sealed is not null) as copies,
         (select count(*)::int from trade_payment_details where seller_id = $1 and erased_at is not null) as erased`,
      [amina.id],
    )
    expect(rows).toEqual([{ accounts: 0, copies: 0, erased: 1 }])
  })
})
