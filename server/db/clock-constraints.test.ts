/** A clock can be set back: a constraint that compares two of its readings would then refuse a row until it has caught up. */
import { expect, test } from 'vitest'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

/** Both times come from one statement or trigger, or the constraint refuses what comes too early or too late. */
const ALLOWED = [
  'api_keys_life',
  'dispute_events_in_time',
  'dispute_events_late',
  'one_time_tokens_life',
  'outages_in_order',
  'quotes_short_lived',
  'ratings_in_time',
  'trade_events_arrives_by',
  'trade_events_deadline',
  'trade_events_dispute_not_early',
  'trade_events_in_time',
  'trade_events_late',
  'trade_events_pay_deadline',
  'trades_quote_alive',
]

test('no constraint orders two times that were read apart', async () => {
  const { rows } = await testApp().owner.query(`
    select c.conname as name from pg_constraint c
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace and pg_get_constraintdef(c.oid) ~ '[<>]'
      and (select count(*) from pg_attribute a
        where a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.atttypid = 'timestamptz'::regtype) > 1
    order by c.conname`)
  expect(rows.map(({ name }) => name)).toEqual(ALLOWED)
})
