import type { MarketStatistics } from '../../../domain/api/offers/market.ts'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import type { DisputeOutcome } from '../../../domain/disputes/disputes.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { formatUsdt } from '../../../domain/money.ts'
import { ratePercent } from '../../../domain/profiles/profiles.ts'
import {
  ESCROW_STEP_USDT,
  medianMinutes,
  roundedDown,
  SHOWN_FROM,
  shownCount,
  TRANSPARENCY_DAYS,
} from '../../../domain/staff/transparency.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import {
  countActiveTraders,
  findTransparency,
  includesDemoTraders,
  isPublished,
  listFigures,
  listWeeks,
  readEscrow,
} from './queries.ts'
import type { EscrowRow, FigureRow } from './queries.ts'

/** Publishes the public figures once a day, when the last day is over; one process at a time. */
export async function publishFigures(db: Db): Promise<void> {
  if (!(await isPublished(db))) await computeFigures(db)
}

/** Counts the days that are over since the last time, a month in each transaction, and publishes the result. */
export async function computeFigures(db: Db): Promise<void> {
  let isCounted = false
  while (!isCounted) {
    isCounted = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ isCounted: boolean }>`select count_public_figures() as is_counted`.execute(tx)
      if (rows[0]!.isCounted) await publish(tx)
      return rows[0]!.isCounted
    })
  }
}

/** Publishes the figures of the days that are counted, as one snapshot. */
export async function publish(tx: Tx): Promise<void> {
  const former = (await findTransparency(tx))?.escrow ?? null
  const [figures, weeks, escrow] = [
    await listFigures(tx),
    await listWeeks(tx),
    await readEscrow(tx, former?.asOf ?? null),
  ]
  const includesDemo = await includesDemoTraders(tx)
  const snapshot: Transparency = {
    asOf: new Date(escrow.countedTo).toISOString(),
    includesDemo,
    periods: TRANSPARENCY_DAYS.map((days) => periodOf(days, figures)),
    weeks,
    escrow: escrowOf(escrow, former),
  }
  const statistics: MarketStatistics = { ...statisticsOf(figures, await countActiveTraders(tx)), includesDemo }
  await sql`
    update transparency set snapshot = ${JSON.stringify(snapshot)}::jsonb, statistics = ${JSON.stringify(statistics)}::jsonb,
      as_of = clock_timestamp()`.execute(tx)
}

const COLUMNS = { 30: 'last30', 90: 'last90' } as const

function periodOf(days: 30 | 90 | null, figures: readonly FigureRow[]): Transparency['periods'][number] {
  const column = days === null ? 'ever' : COLUMNS[days]
  const parts = (figure: string) =>
    figures
      .filter((row) => row.figure === figure && row[column] > 0n)
      .map((row) => ({ part: row.part, count: Number(row[column]) }))
      .toSorted((a, b) => b.count - a.count)
  const median = (figure: string) =>
    days === null
      ? null
      : medianMinutes(parts(figure).map(({ part, count }) => ({ minutes: Number(part), times: count })))
  const completed = parts('completed')
  return {
    days,
    // No count of its own: its difference from the parts would be a number of trades that wait.
    completed: completed.reduce((sum, { count }) => sum + count, 0),
    methods: completed.map(({ part, count }) => {
      const [fiatCurrency, paymentMethod] = part.split(' ') as [FiatCurrency, PaymentMethod]
      return { fiatCurrency, paymentMethod, count }
    }),
    minutesToPay: median('minutes_to_pay'),
    minutesToRelease: median('minutes_to_release'),
    disputes: {
      opened: parts('disputes_opened')[0]?.count ?? null,
      closed: parts('disputes_closed').map(({ part, count }) => ({ outcome: part as DisputeOutcome, count })),
      minutesToDecide: median('minutes_to_decide'),
      minutesHeld: median('minutes_held'),
    },
  }
}

/** The former sums stay until enough trades have moved: the change that a few made would show their amounts. */
function escrowOf(row: EscrowRow, former: Transparency['escrow'] | null): Transparency['escrow'] {
  const { openTrades, ledgerMicro, tradesMicro, movedTrades, asOf } = row
  const isEqual = ledgerMicro === tradesMicro
  if (former && movedTrades < SHOWN_FROM) return { ...former, isEqual }
  const shown = shownCount(openTrades)
  const hundreds = (micro: bigint) =>
    shown === null ? null : roundedDown(Number(micro / 1_000_000n), ESCROW_STEP_USDT)
  return {
    asOf: asOf.toISOString(),
    openTrades: shown,
    ledgerUsdt: hundreds(ledgerMicro),
    tradesUsdt: hundreds(tradesMicro),
    isEqual,
  }
}

/** The market's statistics, from the same groups as the public figures (decisions: Interface, "Statistics are computed"). */
function statisticsOf(figures: readonly FigureRow[], activeTraders: number): Omit<MarketStatistics, 'includesDemo'> {
  const sum = (figure: string) =>
    figures.reduce((total, row) => (row.figure === figure ? total + row.last30 : total), 0n)
  const [completed, failed] = [Number(sum('completed')), Number(sum('failed'))]
  const step = BigInt(ESCROW_STEP_USDT) * 1_000_000n
  return {
    activeTraders: roundedDown(activeTraders, SHOWN_FROM),
    volumeUsdt: formatUsdt((sum('traded') / step) * step),
    completedTrades: completed,
    successRate: ratePercent(completed, completed + failed),
    settlementSeconds: completed === 0 ? null : Math.round(Number(sum('settlement')) / completed),
  }
}
