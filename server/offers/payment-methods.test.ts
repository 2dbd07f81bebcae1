/** Offers that take several payment methods: how they are posted, found and taken (decisions: Offers). */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Offer } from '../../domain/api/offers/offers.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import { call } from '../testing/app.ts'
import { DETAILS } from '../testing/accounts/payment-accounts.ts'
import { OFFER, postOffer, signUp, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { untilLocksAwaited } from '../testing/lock-waits.ts'
import { useTestApp } from '../testing/suite.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()

const SEVERAL = { paymentMethods: ['sepa_instant', 'revolut', 'paysera'] } satisfies Partial<OfferInput>

async function pair(): Promise<[owner: Caller, taker: Caller]> {
  const [owner, taker] = await signUpMany(testApp().app, 2, 'several')
  return [owner!, taker!]
}

const quote = (taker: Caller, offerId: string, paymentMethod?: PaymentMethod) =>
  taker.post('/api/quotes', { offerId, anchor: 'fiat', amount: '150', ...(paymentMethod && { paymentMethod }) })

async function edit(owner: Caller, offer: { id: string }, changes: Partial<OfferInput>) {
  const seen = (await owner.get(`/api/my-offers/${offer.id}`)).body
  const at = { seenVersion: seen.version, seenInventoryUsdt: seen.inventoryUsdt ?? '' }
  return owner.post(`/api/offers/${offer.id}`, { ...OFFER, ...changes, ...at })
}

describe('the form', () => {
  test('an offer keeps its methods in the owner’s order, each with its account', async () => {
    const [owner] = await pair()
    const offer = await postOffer(owner, SEVERAL)
    expect(offer.paymentMethods).toEqual(SEVERAL.paymentMethods)
    const { accounts } = (await owner.get('/api/payment-accounts')).body
    const methodOf = (id: string) => accounts.find((account: { id: string }) => account.id === id).method
    expect(offer.paymentAccountIds.map(methodOf)).toEqual(SEVERAL.paymentMethods)
    const shown = (await call(testApp().app, 'GET', `/api/offers/${offer.id}`)).body
    expect(shown.paymentMethods).toEqual(SEVERAL.paymentMethods)
    expect(shown.paymentAccountIds).toBeUndefined()
  })

  test.each<[string, Partial<OfferInput>, string]>([
    ['none', { paymentMethods: [] }, 'paymentMethods'],
    [
      'six',
      { paymentMethods: ['sepa_instant', 'sepa_transfer', 'revolut', 'paysera', 'wise_eur', 'paypal'] },
      'paymentMethods',
    ],
    ['one of them twice', { paymentMethods: ['revolut', 'paysera', 'revolut'] }, 'paymentMethods'],
    ['one of another currency', { paymentMethods: ['revolut', 'd17'] }, 'paymentMethods'],
    [
      'one in person with a short payment window',
      { fiatCurrency: 'TND', paymentMethods: ['d17', 'cash_tnd'], paymentWindowMinutes: 60 },
      'paymentWindowMinutes',
    ],
  ])('%s: invalid input', async (_, changes, field) => {
    const [owner] = await pair()
    const { status, body } = await owner.post('/api/offers', { ...OFFER, type: 'buy', ...changes })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', field])
  })

  test('each method needs an account of the owner and that method, in the same order', async () => {
    const [owner, other] = await pair()
    const ids = (await postOffer(owner, SEVERAL)).paymentAccountIds
    const [theirs] = (await postOffer(other)).paymentAccountIds
    const refused = async (...paymentAccountIds: (string | null)[]) => {
      const { body } = await owner.post('/api/offers', { ...OFFER, ...SEVERAL, paymentAccountIds })
      return [body.code, body.field]
    }
    const required = ['payment_account_required', 'paymentAccountIds']
    const mismatch = ['payment_account_mismatch', 'paymentAccountIds']
    expect(await refused(ids[0]!, ids[1]!)).toEqual(required)
    expect(await refused(ids[0]!, null, ids[2]!)).toEqual(required)
    expect(await refused(ids[1]!, ids[0]!, ids[2]!)).toEqual(mismatch)
    expect(await refused(theirs!, ids[1]!, ids[2]!)).toEqual(mismatch)
    expect(await refused(...ids, ids[0]!)).toEqual(mismatch)
    expect(await refused(...ids, null)).toEqual(mismatch)
    expect(await refused(ids[0]!, null, ids[1]!, ids[2]!)).toEqual(mismatch)
  })

  test('an account is in use by each offer that names it, whichever its place', async () => {
    const [owner] = await pair()
    const offer = await postOffer(owner, SEVERAL)
    const last = `/api/payment-accounts/${offer.paymentAccountIds[2]!}`
    expect((await owner.delete(last)).body.code).toBe('payment_account_in_use')
    expect((await edit(owner, offer, { paymentMethods: ['sepa_instant', 'revolut'] })).body.version).toBe(2)
    expect((await owner.delete(last)).status).toBe(200)
    await owner.delete(`/api/offers/${offer.id}`)
    expect((await owner.delete(`/api/payment-accounts/${offer.paymentAccountIds[0]!}`)).status).toBe(200)
  })
})

describe('the taker', () => {
  test('chooses a method, and is shown the account of that method', async () => {
    const [owner, taker] = await pair()
    const offer = await postOffer(owner, SEVERAL)
    const { status, body } = await quote(taker, offer.id, 'revolut')
    expect([status, body.paymentMethod]).toEqual([201, 'revolut'])
    const trade = (await taker.post('/api/trades', { quoteId: body.id })).body
    expect(trade.paymentMethod).toBe('revolut')
    const shown = (await taker.post(`/api/trades/${trade.id}/payment-details`)).body
    expect([shown.method, JSON.stringify(shown.details)]).toEqual([
      'revolut',
      expect.stringContaining(DETAILS.revolut.tag),
    ])
  })

  test('who sells is paid on an account of that method, and of no other', async () => {
    const [owner, taker] = await pair()
    const offer = await postOffer(owner, { ...SEVERAL, type: 'buy' })
    const accounts = (await postOffer(taker, { paymentMethods: ['sepa_instant', 'paysera'] })).paymentAccountIds
    const asked = (await quote(taker, offer.id, 'paysera')).body
    const open = (paymentAccountId: string) => taker.post('/api/trades', { quoteId: asked.id, paymentAccountId })
    expect((await open(accounts[0]!)).body).toMatchObject({
      code: 'payment_account_mismatch',
      field: 'paymentAccountId',
    })
    expect((await open(accounts[1]!)).body.paymentMethod).toBe('paysera')
  })

  test('can leave the choice out where there is one only', async () => {
    const [owner, taker] = await pair()
    const [one, several] = [await postOffer(owner, { paymentMethods: ['paysera'] }), await postOffer(owner, SEVERAL)]
    expect((await quote(taker, one.id)).body.paymentMethod).toBe('paysera')
    const refused = { code: 'payment_method_not_offered', field: 'paymentMethod' }
    const missing = await quote(taker, several.id)
    expect([missing.status, missing.body]).toMatchObject([409, refused])
    expect(missing.body.details.paymentMethods).toEqual(SEVERAL.paymentMethods)
    expect((await quote(taker, several.id, 'wise_eur')).body).toMatchObject(refused)
    expect((await quote(taker, several.id, 'cheque' as PaymentMethod)).body).toMatchObject({
      code: 'invalid_input',
      field: 'paymentMethod',
    })
    const estimate = `/api/offers/${several.id}/estimate?amount=150`
    expect((await call(testApp().app, 'GET', estimate)).body).toMatchObject(refused)
    expect((await call(testApp().app, 'GET', `${estimate}&paymentMethod=paysera`)).body.paymentMethod).toBe('paysera')
  })

  test('whose method the owner has removed since the quote is told that it is outdated', async () => {
    const [owner, taker] = await pair()
    const offer = await postOffer(owner, SEVERAL)
    const asked = (await quote(taker, offer.id, 'revolut')).body
    expect((await edit(owner, offer, { paymentMethods: ['sepa_instant', 'paysera'] })).status).toBe(200)
    expect((await taker.post('/api/trades', { quoteId: asked.id })).body.code).toBe('quote_outdated')
    expect((await quote(taker, offer.id, 'revolut')).body.code).toBe('payment_method_not_offered')
  })

  test('whose method the owner removes while the quote is made is told so', async () => {
    const [owner, taker] = await pair()
    const offer = await postOffer(owner, SEVERAL)
    // Between the check and the quote, as the edit of another connection would.
    await testApp().owner.query(`
      create function edit_meanwhile() returns trigger language plpgsql security definer as $$
      begin
        update offers set version = version + 1, payment_methods = payment_methods[1:1], payment_account_ids = payment_account_ids[1:1]
        where id = new.offer_id;
        return new;
      end $$;
      create trigger a_edit_meanwhile before insert on quotes for each row execute function edit_meanwhile()`)
    onTestFinished(() =>
      testApp()
        .owner.query('drop function edit_meanwhile cascade')
        .then(() => {}),
    )
    const { status, body } = await quote(taker, offer.id, 'revolut')
    expect([status, body.code]).toEqual([409, 'payment_method_not_offered'])
  })

  test('has the limits of the risk of that method, and the offer shows the most that one of them allows', async () => {
    const [owner, taker] = await pair()
    const dollars = { fiatCurrency: 'USD', pricePercentage: '0', maxAmount: '2000' } as const
    const offer = await postOffer(owner, { ...dollars, paymentMethods: ['paypal', 'wire_transfer'] })
    expect((await taker.get(`/api/offers/${offer.id}`)).body.tradableUsdt).toBe('2000.000000')
    const ask = async (paymentMethod: PaymentMethod) =>
      (await taker.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '600', paymentMethod })).body
    expect(await ask('paypal')).toMatchObject({ code: 'tier_trade_limit', values: { risk: 'reversible' } })
    expect(await ask('wire_transfer')).toMatchObject({ paymentMethod: 'wire_transfer' })
    const estimate = `/api/offers/${offer.id}/estimate?amount=600&paymentMethod=`
    expect((await call(testApp().app, 'GET', `${estimate}paypal`)).body.code).toBe('counterparty_limit')
    expect((await call(testApp().app, 'GET', `${estimate}wire_transfer`)).status).toBe(200)
  })

  test('shows in a list of one method what that method allows, and as much where the list follows the market', async () => {
    const [owner, taker] = await pair()
    const dollars = { fiatCurrency: 'USD', pricePercentage: '0', maxAmount: '2000' } as const
    const offer = await postOffer(owner, { ...dollars, paymentMethods: ['paypal', 'wire_transfer'] })
    const leftIn = async (path: string) => {
      const { offers } = (await taker.get(`${path}trader=${owner.username}`)).body as { offers: Offer[] }
      return offers.map(({ tradableUsdt }) => tradableUsdt)
    }
    const now = `/api/offers/now?shown=${offer.id}&`
    for (const list of ['/api/offers?', now]) {
      expect(await leftIn(list)).toEqual(['2000.000000'])
      expect(await leftIn(`${list}method=wire_transfer&`)).toEqual(['2000.000000'])
      expect(await leftIn(`${list}method=paypal&`)).toEqual(['500.000000'])
      expect(await leftIn(`${list}method=paypal,wire_transfer&`)).toEqual(['2000.000000'])
    }
  })

  test('meets the owner by codes only where that is the chosen method', async () => {
    const [owner, taker] = await pair()
    const methods = { fiatCurrency: 'TND', paymentMethods: ['d17', 'cash_tnd'], paymentWindowMinutes: 120 } as const
    const offer = await postOffer(owner, { ...methods, paymentMethods: [...methods.paymentMethods] })
    const second = await signUp(testApp().app, 'second')
    const codeOf = async (user: Caller, paymentMethod: PaymentMethod) => {
      const { id } = (await quote(user, offer.id, paymentMethod)).body
      const trade = (await user.post('/api/trades', { quoteId: id })).body
      return (await owner.get(`/api/trades/${trade.id}/meeting-code`)).status
    }
    expect(await codeOf(taker, 'cash_tnd')).toBe(200)
    expect(await codeOf(second, 'd17')).not.toBe(200)
  })

  test('gets a sum that is unique among the trades of that method', async () => {
    const [owner, taker] = await pair()
    const offer = await postOffer(owner, { ...SEVERAL, amountTail: true })
    const asked = (await quote(taker, offer.id, 'revolut')).body
    expect((await taker.post('/api/trades', { quoteId: asked.id })).status).toBe(201)
    const second = await signUp(testApp().app, 'second')
    for (const method of SEVERAL.paymentMethods) {
      const { id, amountFiat } = (await quote(second, offer.id, method)).body
      expect(amountFiat === asked.amountFiat && method === 'revolut').toBe(false)
      expect(id).toBeTypeOf('string')
    }
  })
})

describe('the market', () => {
  const listed = async (query: string) => {
    const { offers, total } = (await call(testApp().app, 'GET', `/api/offers?${query}`)).body
    return { ids: offers.map(({ id }: Offer) => id), total }
  }

  test('lists and counts an offer once for every filter that one or several of its methods match', async () => {
    const [owner] = await pair()
    const all = await postOffer(owner, SEVERAL)
    const two = await postOffer(owner, { paymentMethods: ['paysera', 'wise_eur'] })
    const one = await postOffer(owner, { paymentMethods: ['wise_eur'] })
    const found = Object.fromEntries([all, two, one].map(({ id }, at) => [id, at]))
    const of = async (filter: string) => {
      const { ids, total } = await listed(`trader=${owner.username}&sort=created_at&direction=asc${filter}`)
      expect(total).toEqual({ count: ids.length, isExact: true })
      return ids.map((id: string) => found[id])
    }
    expect(await of('')).toEqual([0, 1, 2])
    expect(await of('&method=revolut')).toEqual([0])
    expect(await of('&method=paysera')).toEqual([0, 1])
    expect(await of('&method=sepa_instant,revolut,paysera')).toEqual([0, 1])
    expect(await of('&method=wise_eur,revolut')).toEqual([0, 1, 2])
    expect(await of('&type=sell&currency=EUR&amount=20')).toEqual([0, 1, 2])
    expect((await call(testApp().app, 'GET', `/api/traders/${owner.username}/open-offers`)).body.offers).toHaveLength(3)
    const shown = `/api/offers/now?shown=${[all, two, one].map(({ id }) => id).join()}`
    expect((await call(testApp().app, 'GET', shown)).body.offers).toHaveLength(3)
  })

  test('counts an offer once without words to look for, and follows a change of its methods', async () => {
    const [owner] = await pair()
    const totals = async () => {
      const counts: number[] = []
      for (const filter of [
        'currency=EUR',
        'method=revolut',
        'method=revolut,paysera',
        'method=wise_eur',
        'currency=TND',
      ])
        counts.push((await listed(`type=buy&${filter}`)).total.count)
      return counts
    }
    const before = await totals()
    const since = async () => (await totals()).map((count, at) => count - before[at]!)
    const offer = await postOffer(owner, { ...SEVERAL, type: 'buy' })
    expect(await since()).toEqual([1, 1, 1, 0, 0])
    await edit(owner, offer, { type: 'buy', paymentMethods: ['wise_eur', 'paysera'] })
    expect(await since()).toEqual([1, 0, 1, 1, 0])
    await edit(owner, offer, { type: 'buy', paymentMethods: ['paysera', 'wise_eur'] })
    expect(await since()).toEqual([1, 0, 1, 1, 0])
    await edit(owner, offer, { type: 'buy', fiatCurrency: 'TND', paymentMethods: ['d17', 'flouci'] })
    expect(await since()).toEqual([0, 0, 0, 0, 1])
    await owner.post(`/api/offers/${offer.id}/pause`, {})
    expect(await since()).toEqual([0, 0, 0, 0, 0])
    expect(await violations(testApp().owner)).toEqual([])
  })

  test('pages of several methods have each offer once, forwards and back', async () => {
    const owners = await signUpMany(testApp().app, 2, 'paged')
    const mixes = [['d17', 'flouci'], ['flouci'], ['flouci', 'd17'], ['d17'], ['d17', 'flouci', 'tn_bank_transfer']]
    const posted: string[] = []
    for (const owner of owners)
      for (const paymentMethods of mixes as PaymentMethod[][])
        posted.push((await postOffer(owner, { fiatCurrency: 'TND', paymentMethods, terms: 'Paged by methods.' })).id)
    const query = 'search=paged by methods&method=d17,flouci,tn_bank_transfer&limit=3&sort=best_price'
    const pages: string[][] = []
    let page = (await call(testApp().app, 'GET', `/api/offers?${query}`)).body
    for (;;) {
      pages.push(page.offers.map(({ id }: Offer) => id))
      expect(page.total).toEqual({ count: posted.length, isExact: true })
      if (page.nextCursor === null) break
      page = (await call(testApp().app, 'GET', `/api/offers?${query}&cursor=${page.nextCursor}`)).body
    }
    expect(pages.map((ids) => ids.length)).toEqual([3, 3, 3, 1])
    expect(pages.flat().toSorted()).toEqual(posted.toSorted())
    const back = (await call(testApp().app, 'GET', `/api/offers?${query}&cursor=${page.previousCursor}`)).body
    expect(back.offers.map(({ id }: Offer) => id)).toEqual(pages[2])
  })
})

test('a method that is added while the owner’s name changes is listed under the new one', async () => {
  const [owner] = await pair()
  const offer = await postOffer(owner, SEVERAL)
  const { owner: pool } = testApp()
  const [editing, renaming] = [await pool.connect(), await pool.connect()]
  try {
    await editing.query('begin')
    await editing.query(
      `update offers set version = version + 1, payment_methods = payment_methods[1:2], payment_account_ids = payment_account_ids[1:2]
       where id = $1`,
      [offer.id],
    )
    await editing.query('set constraints all immediate')
    const renamed = renaming.query("update users set username = 'renamed_meanwhile' where id = $1", [owner.id])
    await untilLocksAwaited(pool, 1)
    await editing.query('commit')
    await renamed
    const { rows } = await pool.query('select distinct username from market_offers where offer_id = $1', [offer.id])
    expect(rows).toEqual([{ username: 'renamed_meanwhile' }])
    expect(await violations(pool)).toEqual([])
  } finally {
    for (const client of [editing, renaming]) client.release(true)
  }
})
