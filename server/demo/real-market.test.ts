/** A real market never gets demo users, and a demonstration never becomes a real market: the password of demo users is public. */
import { expect, test } from 'vitest'
import { inTransaction } from '../db/pool.ts'
import { asSystem } from '../db/scope.ts'
import { startTestApp } from '../testing/app.ts'
import { refusalOf } from '../testing/attacks/attack.ts'
import { signUp } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { assertNoDemonstration, lockStart, startDemonstration } from './demonstration.ts'
import { DEMO_USERS } from './demo-users.ts'
import { seedDemoStaff } from './seed-staff.ts'
import { seedDemo } from './seed.ts'

const testApp = useTestApp({ demo: true })

test('demo mode on the database of a real market stops the start and adds no user, offer or role', async () => {
  const { app, context, owner, database } = testApp()
  await signUp(app, 'nadia')
  // A stranger can register the name of a demo user.
  const stranger = await signUp(app, 'amina')
  await owner.query(`update users set username = '${DEMO_USERS[0]!.username}' where id = $1`, [stranger.id])
  const seed = () => asSystem('demonstration', () => seedDemo(context, database.ownerUrl))
  await expect(seed()).rejects.toThrow('No demo users were added')
  await expect(asSystem('demonstration', () => seedDemoStaff(context, database.ownerUrl))).rejects.toThrow(
    'not a demonstration',
  )
  const { rows } = await owner.query(`
    select (select count(*)::int from users) as users, (select count(*)::int from offers) as offers,
      (select count(*)::int from staff_members) as staff`)
  expect(rows).toEqual([{ users: 2, offers: 0, staff: 0 }])
  expect(await refusalOf(owner, 'insert into demonstration (is_one) values (true)')).toBe('demonstration_before_users')
  const demoUser = "insert into users (username, is_demo) values ('a_demo_trader', true)"
  expect(await refusalOf(owner, demoUser)).toBe('demo_user_in_demonstration')
  await assertNoDemonstration(context.db)
})

test('a start waits for another one that is longer at work than a request would wait', async () => {
  const { context, owner } = testApp()
  const holder = await owner.connect()
  await holder.query('begin; select pg_advisory_xact_lock(424242)')
  let hasEnded = false
  const locked = inTransaction(context.db, (tx) => lockStart(tx, 424_242)).finally(() => (hasEnded = true))
  const isBeyondLimit = async () => {
    const { rows } = await owner.query(`
      select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
        and query_start < clock_timestamp() - interval '3.5 seconds'`)
    return rows.length === 1
  }
  locked.catch(() => {})
  try {
    await expect.poll(async () => hasEnded || isBeyondLimit()).toBe(true)
  } finally {
    await holder.query('commit')
    holder.release()
  }
  await locked
})

test('a demonstration stays one: with demo mode off its start stops, and no statement removes the mark', async () => {
  const other = await startTestApp({ demo: true })
  try {
    const { context, owner } = other
    await startDemonstration(context.db)
    await signUp(other.app, 'nadia')
    await startDemonstration(context.db)
    // What a second start sends that saw no users before the first one inserted them.
    await owner.query('insert into demonstration (is_one) values (true) on conflict do nothing')
    await expect(assertNoDemonstration(context.db)).rejects.toThrow('whose users have a public password')
    expect(await refusalOf(owner, 'delete from demonstration')).toBe('demonstration_append_only')
  } finally {
    await other.close()
  }
})
