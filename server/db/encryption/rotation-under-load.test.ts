/** The rotation of keys beside servers that write: nothing is lost, whichever secret a server seals with meanwhile. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { accountIdentity } from '../../../domain/payments/payment-accounts.ts'
import { inTransaction } from '../pool.ts'
import { insertAccount } from '../../payments/payment-accounts/save-account.ts'
import { getDetails } from '../../payments/payment-accounts/queries.ts'
import { insertUser } from '../../testing/accounts/insert-user.ts'
import { DETAILS } from '../../testing/accounts/payment-accounts.ts'
import { TEST_SECRET as OLD } from '../../testing/accounts/secret.ts'
import { useTestApp } from '../../testing/suite.ts'
import { openTradeBetween, postOffer, signUp } from '../../testing/accounts/users.ts'
import { isCurrent, open, seal } from './envelope.ts'
import { createKeyring } from './keyring.ts'
import { paymentAccountPlace, paymentDetailsPlace } from './sealed-columns.ts'
import { plainEnvironment } from '../../testing/plain-environment.ts'

const NEW = 'the secret that comes after it, just as long'
const SCRIPT = fileURLToPath(new URL('../../../scripts/rotate-keys.ts', import.meta.url))
const USERS = 80

/** A server of the first step: it seals with the former secret, and reads both (docs/operations.md). */
const testApp = useTestApp({ previousSecret: NEW })

function rotateKeys(): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...plainEnvironment(),
    DATABASE_OWNER_URL: testApp().database.ownerUrl,
    SECRET: NEW,
    SECRET_PREVIOUS: OLD,
  }
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT], { env }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

test('accounts that are added and changed, and trades that are opened, during the rotation keep their details', async () => {
  const { app, owner, context } = testApp()
  const { db } = context
  const [former, both, newest] = [
    createKeyring({ current: OLD, previous: NEW }),
    createKeyring({ current: NEW, previous: OLD }),
    createKeyring({ current: NEW, previous: null }),
  ]
  const users: string[] = []
  for (let n = 0; n < USERS; n++) users.push(await insertUser(owner, `rotated_${n}`))
  const phones = new Map<string, string>()
  const phoneOf = (n: number) => String(20_000_000 + n)
  const add = async (n: number, keys = former) => {
    const details = { ...DETAILS.d17, phone: phoneOf(n) }
    const id = await inTransaction(db, (tx) => insertAccount(tx, keys, users[n % USERS]!, details))
    phones.set(id, details.phone)
  }
  for (let n = 0; n < USERS * 4; n++) await add(n)
  const seller = await signUp(app, 'seller')
  const offer = await postOffer(seller)

  // Two servers write meanwhile: one has not been restarted with the new secret yet.
  let isRunning = true
  let written = 0
  const write = async () => {
    while (isRunning) {
      const n = USERS * 4 + written++
      await add(n, n % 2 === 0 ? former : both)
      const id = [...phones.keys()][(n * 7) % phones.size]!
      const changed = { ...DETAILS.d17, phone: phoneOf(10_000 + n) }
      const { rows } = await owner.query('select version from payment_accounts where id = $1', [id])
      const version = Number(rows[0].version)
      const keys = n % 2 === 0 ? both : former
      const sealed = seal(keys, paymentAccountPlace(id, version + 1), bytesOf(changed))
      const { rowCount } = await owner.query(
        `update payment_accounts set sealed = $1, fingerprint = $4, version = version + 1, changed_at = clock_timestamp()
         where id = $2 and version = $3`,
        [sealed, id, version, keys.fingerprint(accountIdentity(changed)!)],
      )
      if (rowCount === 1) phones.set(id, changed.phone)
      if (written % 10 === 0) await openTradeBetween(await signUp(app, 'buyer'), offer.id)
      if (written >= 60) return
    }
  }
  const writing = write()
  const rounds = [await rotateKeys(), await rotateKeys()]
  isRunning = false
  await writing
  rounds.push(await rotateKeys())
  for (const { code, err } of rounds) expect([code, err]).toEqual([0, ''])
  expect(written).toBeGreaterThan(5)

  const { rows } = await owner.query<{
    id: string
    userId: string
    version: number
    sealed: Buffer
    fingerprint: string
  }>(
    'select id, user_id as "userId", version, sealed, fingerprint from payment_accounts where payment_method = \'d17\'',
  )
  expect(rows).toHaveLength(phones.size)
  for (const { id, version, sealed, fingerprint } of rows) {
    expect(isCurrent(newest, sealed)).toBe(true)
    const details = JSON.parse(open(newest, paymentAccountPlace(id, version), sealed).toString())
    expect(details.phone).toBe(phones.get(id))
    expect(fingerprint).toBe(newest.fingerprint(accountIdentity(details)!))
  }
  const copies = await owner.query<{ id: string; sealed: Buffer }>(
    'select trade_id as id, sealed from trade_payment_details where sealed is not null',
  )
  for (const { id, sealed } of copies.rows)
    expect(open(newest, paymentDetailsPlace(id), sealed).toString()).toContain(DETAILS.sepa_instant.iban)
  const [last] = rows
  expect(await getDetails(db, newest, last!.userId, last!.id)).toMatchObject({ phone: phones.get(last!.id) })
})

function bytesOf(details: object): Buffer {
  return Buffer.from(JSON.stringify(details))
}
