/**
 * No figure, and no combination of figures, is a number of one to four trades or disputes: of random markets, over all periods,
 * weeks, parts and totals of successive publications together.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { DISPUTE_OUTCOMES } from '../../../domain/disputes/disputes.ts'
import { METHODS, PAYMENT_METHODS } from '../../../domain/payments/methods.ts'
import { SHOWN_FROM } from '../../../domain/staff/transparency.ts'
import { inTransaction } from '../../db/pool.ts'
import { asSystem } from '../../db/scope.ts'
import { printedSeed, sample } from '../../testing/sample.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import { publish } from './publish-figures.ts'
import { findTransparency } from './queries.ts'

const testApp = useTestApp()

/** Where trades and disputes happen: figure and part. */
const KINDS = [
  ...PAYMENT_METHODS.slice(0, 3).map((method) => ['completed', `${METHODS[method].currency} ${method}`] as const),
  ['disputes_opened', ''] as const,
  ...DISPUTE_OUTCOMES.slice(0, 2).map((outcome) => ['disputes_closed', outcome] as const),
  ...(['minutes_to_pay', 'minutes_held'] as const).flatMap((figure) =>
    ['1', '2'].map((minutes) => [figure, minutes] as const),
  ),
]
/** Longer than the longest period, so that days leave each of them between two publications. */
const DAYS = 100
const PUBLICATIONS = 5
const FIRST_DAY = '2026-01-01'

type Happened = { kind: number; day: number; count: number }
const markets = fc.array(
  fc.record({
    kind: fc.nat(KINDS.length - 1),
    // Mostly at the edges of the periods.
    day: fc.oneof(
      fc.nat(DAYS - 1),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 62, max: 74 }),
      fc.integer({ min: DAYS - 12, max: DAYS - 1 }),
    ),
    count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 })),
  }),
  { maxLength: 60 },
)

test('no combination of the figures of successive publications gives a number of one to four', async () => {
  const result = await fc.check(
    fc.asyncProperty(markets, async (market) => {
      const known = new Known()
      await begin(market)
      for (let over = DAYS - PUBLICATIONS + 1; over <= DAYS; over++) {
        const figures = await publishAfter(over)
        known.learn(figures, over)
        expectClose(figures, market, over)
      }
      expect(known.smallNumbers()).toEqual([])
      const { rows } = await testApp().owner.query('select * from violations_public_figures_in_groups')
      expect(rows).toEqual([])
    }),
    { numRuns: sample(20, 200), seed: printedSeed('public figures') },
  )
  expect(fc.defaultReportMessage(result)).toBeUndefined()
}, 240_000)

/** Replaces all counted days by those of a market, and releases the days before the first publication. */
async function begin(market: readonly Happened[]): Promise<void> {
  const counted = new Map<string, number>()
  for (const { kind, day, count } of market) {
    const [figure, part] = KINDS[kind]!
    const row = `'${figure}', '${FIRST_DAY}'::date + ${day}, '${part}'`
    counted.set(row, (counted.get(row) ?? 0) + count)
  }
  const rows = [...counted].map(([row, count]) => `(${row}, ${count})`)
  await asOutsider(testApp().owner, [
    'delete from public_figures',
    'delete from transparency',
    ...(rows.length > 0 ? [`insert into public_figures (figure, day, part, total) values ${rows.join(', ')}`] : []),
    `insert into transparency (counted_to) values ('${FIRST_DAY}')`,
    `select release_public_day('${FIRST_DAY}'::date + n) from generate_series(0, ${DAYS - PUBLICATIONS - 1}) n`,
  ])
}

/** The figures as they are published when the first `over` days are over. */
async function publishAfter(over: number): Promise<Transparency> {
  await asOutsider(testApp().owner, [
    `select release_public_day('${FIRST_DAY}'::date + ${over - 1})`,
    `update transparency set counted_to = '${FIRST_DAY}'::date + ${over}`,
  ])
  return asSystem('worker', () =>
    inTransaction(testApp().context.db, async (tx) => {
      await publish(tx)
      return (await findTransparency(tx))!
    }),
  )
}

/** What a reader of all publications can compute: of each kind, how many happened before a day. */
class Known {
  private readonly before = new Map<string, Map<number, number>>()

  /** A period's figure is the difference of two of these numbers, so that all of them follow from the figures. */
  learn({ periods, weeks }: Transparency, over: number): void {
    const ever = countsOf(periods.at(-1)!)
    for (const [kind, count] of ever) this.add(kind, over, count)
    for (const period of periods) {
      if (period.days === null) continue
      const shown = countsOf(period)
      for (const [kind, count] of ever) this.add(kind, over - period.days, count - (shown.get(kind) ?? 0))
    }
    let sum = ever.get('completed')!
    for (const [back, { completed }] of weeks.toReversed().entries()) {
      sum -= completed
      this.add('completed', over - 7 * (back + 1), sum)
    }
  }

  private add(kind: string, day: number, count: number): void {
    const days = this.before.get(kind) ?? new Map<number, number>()
    const former = days.get(day) ?? count
    // Figures that contradict each other would give the difference away.
    if (former !== count) throw new Error(`${kind} before day ${day}: ${former} and ${count}`)
    this.before.set(kind, days.set(day, count))
  }

  /** The numbers below five that follow: what happened between any two days, and what a total has beside its parts. */
  smallNumbers(): string[] {
    const small: string[] = []
    const check = (what: string, count: number) => {
      if (count < 0 || (count > 0 && count < SHOWN_FROM)) small.push(`${what}: ${count}`)
    }
    for (const [kind, days] of this.before) {
      for (const [from, earlier] of days)
        for (const [to, later] of days) if (from < to) check(`${kind} from ${from} to ${to}`, later - earlier)
    }
    for (const [day, total] of this.before.get('completed') ?? []) {
      const parts = [...this.before].filter(([kind, days]) => kind.startsWith('completed ') && days.has(day))
      check(`total before ${day} without its parts`, total - parts.reduce((sum, [, days]) => sum + days.get(day)!, 0))
    }
    return small
  }
}

/** Every count of a period. A number that is withheld is known to be none that was released. */
function countsOf({ completed, methods, disputes }: Transparency['periods'][number]): Map<string, number> {
  const counts = new Map(KINDS.filter(([figure]) => !figure.startsWith('minutes')).map((kind) => [kind.join(' '), 0]))
  for (const { fiatCurrency, paymentMethod, count } of methods)
    counts.set(`completed ${fiatCurrency} ${paymentMethod}`, count)
  for (const { outcome, count } of disputes.closed) counts.set(`disputes_closed ${outcome}`, count)
  return counts.set('disputes_opened ', disputes.opened ?? 0).set('completed', completed)
}

/** Each number is at most four away from what happened, so that the figures are of use. */
function expectClose({ periods }: Transparency, market: readonly Happened[], over: number): void {
  for (const period of periods) {
    const shown = countsOf(period)
    for (const [kind, [figure, part]] of KINDS.entries()) {
      if (figure.startsWith('minutes')) continue
      const first = period.days === null ? 0 : over - period.days
      const happened = market.reduce(
        (sum, each) => (each.kind === kind && each.day >= first && each.day < over ? sum + each.count : sum),
        0,
      )
      expect(Math.abs(shown.get(`${figure} ${part}`)! - happened)).toBeLessThan(SHOWN_FROM)
    }
  }
}
