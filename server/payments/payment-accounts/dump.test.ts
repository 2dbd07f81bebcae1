/** What a thief of the whole database finds: no typed detail, in no column of any table. */
import { expect, test } from 'vitest'
import { open } from '../../db/encryption/envelope.ts'
import { paymentAccountPlace, paymentDetailsPlace } from '../../db/encryption/sealed-columns.ts'
import { DETAILS } from '../../testing/accounts/payment-accounts.ts'
import { useTestApp } from '../../testing/suite.ts'
import { move, OFFER, openTradeBetween, postOffer, signUp } from '../../testing/accounts/users.ts'

const testApp = useTestApp()

const IBAN = 'GB29NWBK60161331926819'
const HOLDER = 'Xanthippe Quetzal-Zwolle'
const PHONE = '29571834'
const EMAIL = 'xanthippe.pays@example.org'

test('no column of the database holds a typed detail', async () => {
  const { app, owner } = testApp()
  const [seller, buyer] = [await signUp(app, 'seller'), await signUp(app, 'buyer')]
  const add = async (details: object) => (await seller.post('/api/payment-accounts', details)).body.id as string
  const id = await add({ ...DETAILS.sepa_instant, holder: 'Someone Else' })
  await seller.post(`/api/payment-accounts/${id}`, { method: 'sepa_instant', holder: HOLDER, iban: IBAN })
  await add({ method: 'd17', holder: HOLDER, phone: PHONE })
  const removed = await add({ method: 'paypal', holder: HOLDER, email: EMAIL })
  await seller.post(`/api/payment-accounts/${removed}/default`)
  await seller.delete(`/api/payment-accounts/${removed}`)
  // Refusals are recorded as well.
  await seller.post('/api/payment-accounts', { method: 'sepa_instant', holder: HOLDER, iban: `${IBAN}0` })
  const offer = await postOffer(seller, { ...OFFER, paymentAccountIds: [id] })
  const trade = await openTradeBetween(buyer, offer.id)
  expect((await buyer.post(`/api/trades/${trade.id}/payment-details`)).body.details[1].value).toBe(IBAN)
  await seller.post(`/api/trades/${trade.id}/payment-details`)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')

  const text = await dump()
  for (const detail of [HOLDER, 'Xanthippe', IBAN, IBAN.slice(4), PHONE, EMAIL, 'Someone Else']) {
    const forms = [detail, ...(['hex', 'base64', 'base64url'] as const).map((as) => Buffer.from(detail).toString(as))]
    for (const form of forms) expect(text.includes(form.toLowerCase()), `${detail} as ${form}`).toBe(false)
  }
  // The search would find what is there.
  expect(text).toContain(seller.username.toLowerCase())
  expect(text).toContain(Buffer.from(seller.email).toString('hex').length > 0 ? seller.email : '')
  expect((await owner.query('select count(*)::int as n from payment_accounts')).rows[0].n).toBeGreaterThan(1)
})

test('a sealed value that is moved to another row or column does not open', async () => {
  const { app, owner, context } = testApp()
  const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
  const ids = [
    (await amina.post('/api/payment-accounts', DETAILS.sepa_instant)).body.id as string,
    (await karim.post('/api/payment-accounts', DETAILS.sepa_instant)).body.id as string,
  ] as const
  const { rows } = await owner.query<{ id: string; sealed: Buffer }>(
    'select id, sealed from payment_accounts where id = any($1)',
    [ids],
  )
  const sealed = new Map(rows.map((row) => [row.id, row.sealed]))
  const keys = context.keyring
  expect(open(keys, paymentAccountPlace(ids[0], 1), sealed.get(ids[0])!).toString()).toContain('DE89')
  expect(() => open(keys, paymentAccountPlace(ids[1], 1), sealed.get(ids[0])!)).toThrow()
  expect(() => open(keys, paymentAccountPlace(ids[0], 2), sealed.get(ids[0])!)).toThrow()
  expect(() => open(keys, paymentDetailsPlace(ids[0]), sealed.get(ids[0])!)).toThrow()
  // By SQL, as the owner of the database would: the victim's page shows no other account's details.
  await owner.query('alter table payment_accounts disable trigger payment_account_version_steps')
  await owner.query('update payment_accounts set sealed = $1 where id = $2', [sealed.get(ids[0]), ids[1]])
  await owner.query('alter table payment_accounts enable trigger payment_account_version_steps')
  expect((await karim.get('/api/payment-accounts')).status).toBe(500)
  await owner.query('delete from payment_accounts where id = $1', [ids[1]])
})

/** Every row of every table as lower-case text, with bytes as hex. */
async function dump(): Promise<string> {
  const { owner } = testApp()
  const { rows: tables } = await owner.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n').toLowerCase()
}
