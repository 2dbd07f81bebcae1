import { expect, test } from 'vitest'
import { tradingPair } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

// A foreign key locks the row it refers to with KEY SHARE until commit, so a row with many references must be one
// whose everyday updates are compatible with that lock; otherwise two moves of one user's trades wait for each other.
test.each([
  ['users', 'update users set bio = bio where id = $1', 'seller'],
  ['accounts', "update accounts set email = 'new.' || email where user_id = $1", 'seller'],
  ['offers', 'update offers set renewed_at = renewed_at where id = $1', 'offer'],
  ['trades', 'update trades set version = version + 1 where id = $1', 'trade'],
] as const)('an everyday update of %s does not wait for those who refer to it', async (table, update, subject) => {
  const { app, owner } = testApp()
  const { id } = (await tradingPair(app))[subject]
  const [referring, updating] = [await owner.connect(), await owner.connect()]
  try {
    await referring.query('begin')
    const key = table === 'accounts' ? 'user_id' : 'id'
    await referring.query(`select from ${table} where ${key} = $1 for key share`, [id])
    await updating.query('begin')
    await updating.query("set local lock_timeout = '500ms'")
    const { rowCount } = await updating.query(update, [id])
    expect(rowCount).toBe(1)
  } finally {
    await updating.query('rollback')
    await referring.query('rollback')
    updating.release()
    referring.release()
  }
})

// The unique index on emails is partial, so that an email is no key for row locks.
test('an account is found by its email through the index', async () => {
  const client = await testApp().owner.connect()
  try {
    await client.query('begin; set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan')
    await client.query('prepare found (text) as select user_id from accounts where email = $1')
    const { rows } = await client.query("explain execute found ('amina@example.org')")
    expect(rows[0]).toEqual({ 'QUERY PLAN': expect.stringContaining('Index Scan using accounts_email_key') })
  } finally {
    await client.query('rollback')
    client.release(true)
  }
})
