/** Attacks on the limits of tiers by SQL: every refusal is a named rule of the tables. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { opening, refusalOf } from '../../testing/attacks/attack.ts'
import { useMarketFixture } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'

const fixture = useMarketFixture()

/** As the server, whose login owns nothing. */
const asServer = (statements: string) => `set local role sarraf_app; set local app.viewer = 'system'; ${statements}`

const LIMITS = 'trade_micro, open_micro, day_micro'

describe('a trade inserted by SQL', () => {
  let former: string
  beforeAll(async () => {
    const { rows } = await fixture().owner.query(
      `select ${LIMITS} from tier_limits where tier = 'starter' and risk = 'final'`,
    )
    former = Object.values(rows[0]).join(', ')
  })
  const setLimits = (values: string) =>
    asOutsider(fixture().owner, [
      `update tier_limits set (${LIMITS}) = (${values}) where tier = 'starter' and risk = 'final'`,
    ])
  afterAll(() => setLimits(former))

  test.each([
    ['one trade', '100000000, 5000000000, 10000000000'],
    ['all open trades of the seller', '200000000, 200000000, 10000000000'],
    ['24 hours of the seller', '200000000, 1200000000, 1200000000'],
  ])('is refused above the limit of %s', async (_, limits) => {
    const quote = await fixture().quote()
    await setLimits(limits)
    expect(await refusalOf(fixture().owner, opening(quote))).toBe('trades_within_tier_limits')
    await setLimits(former)
  })

  test('is refused where it becomes open only before the commit', async () => {
    const quote = await fixture().quote()
    await setLimits('100000000, 5000000000, 10000000000')
    const statements = `${opening(quote)}
      set constraints within_tier_limits deferred;
      update trades set status = 'cancelled', version = 2 where id = (select id from forged);
      update trades set status = 'awaiting_payment', version = 3 where id = (select id from forged);`
    expect(await refusalOf(fixture().owner, statements)).toBe('trades_within_tier_limits')
    await setLimits(former)
  })
})

describe('the table of limits', () => {
  const change = (set: string, where: string) => `update tier_limits set ${set} where ${where}`

  test.each([
    ['a limit of nothing', 'tier_limits_bounded', change('trade_micro = 0', "tier = 'starter'")],
    ['a limit without end', 'tier_limits_bounded', change('day_micro = 9000000000000000000', "tier = 'experienced'")],
    ['a trade above the open trades', 'tier_limits_nested', change('trade_micro = open_micro + 1', "tier = 'starter'")],
    ['a lower limit of a higher tier', 'tier_limits_rise', change('trade_micro = 10000000', "tier = 'established'")],
    [
      'more for payments that are easy to reverse',
      'tier_limits_by_risk',
      change('open_micro = 6000000000, day_micro = 10000000000', "tier = 'starter' and risk = 'reversible'") +
        `; ${change('open_micro = 6000000000, day_micro = 10000000000', "tier <> 'starter' and risk = 'reversible' and open_micro < 6000000000")}`,
    ],
    ['a row left out', 'tier_limits_complete', "delete from tier_limits where tier = 'starter' and risk = 'final'"],
    [
      'a forged record',
      'tier_limit_changes_only_by_triggers',
      `insert into tier_limit_changes (operator, tier, risk,
      former_trade_micro, former_open_micro, former_day_micro, trade_micro, open_micro, day_micro) values ('x', 'starter', 'final', 1, 1, 1, 1, 1, 1)`,
    ],
    [
      'a record removed',
      'tier_limit_changes_append_only',
      `${change('day_micro = day_micro + 1', "tier = 'experienced' and risk = 'final'")}; delete from tier_limit_changes`,
    ],
    ['a passed rehearsal', 'accounts_only_by_triggers', 'update accounts set rehearsed_at = now()'],
  ])('%s is refused by %s', async (_, rule, statements) => {
    expect(await refusalOf(fixture().owner, statements)).toBe(rule)
  })

  test.each([
    ['limits', "update tier_limits set trade_micro = 10000000 where tier = 'starter'"],
    ['requirements', 'update tiers set min_completed_trades = 0, min_partners = 0'],
    ['the risk of a method', "update payment_method_risks set risk = 'final'"],
    ['the fact of a rehearsal', 'update accounts set rehearsed_at = now()'],
    ['the record of changes, which it does not read either', 'select from tier_limit_changes'],
  ])('the server cannot change %s', async (_, statement) => {
    expect(await refusalOf(fixture().owner, asServer(statement))).toBe('42501')
  })

  test('each change is recorded with its operator', async () => {
    const { owner } = fixture()
    await owner.query(`begin; set local sarraf.operator = 'root@db1';
      update tier_limits set day_micro = day_micro + 1 where tier = 'experienced' and risk = 'final'; commit`)
    const { rows } = await owner.query(
      'select operator, tier, risk, day_micro - former_day_micro as more, trade_micro = former_trade_micro as same from tier_limit_changes',
    )
    expect(rows.map(({ more, ...row }) => ({ ...row, more: Number(more) }))).toEqual([
      { operator: 'root@db1', tier: 'experienced', risk: 'final', more: 1, same: true },
    ])
  })
})
