import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import type { DisputeOutcome } from '../../../domain/disputes/disputes.ts'
import type { FiatCurrency, PaymentMethod } from '../../../domain/market.ts'
import {
  ESCROW_STEP_USDT,
  medianMinutes,
  SHOWN_FROM,
  TRANSPARENCY_DAYS,
  TRANSPARENCY_MINUTES,
  unlessSmall,
  withoutSmall,
} from '../../../domain/staff/transparency.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { listFigures, listWeeks, readEscrow } from './queries.ts'
import type { EscrowRow, FigureRow } from './queries.ts'

/** Computes the public figures where they are older than some minutes; one process at a time. */
export async function publishFigures(db: Db): Promise<void> {
  const { rows } = await sql<{ isFresh: boolean }>`
    select as_of > clock_timestamp() - make_interval(mins => ${TRANSPARENCY_MINUTES}) as is_fresh from transparency
    where as_of is not null`.execute(db)
  if (!rows[0]?.isFresh) await computeFigures(db)
}

/** Counts what happened since the last time, a month in each transaction, and publishes the result. */
export async function computeFigures(db: Db): Promise<void> {
  let hasReachedToday = false
  while (!hasReachedToday) {
    hasReachedToday = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ isDone: boolean }>`select count_public_figures() as is_done`.execute(tx)
      if (rows[0]!.isDone) await publish(tx)
      return rows[0]!.isDone
    })
  }
}

async function publish(tx: Tx): Promise<void> {
  const [figures, weeks, escrow] = [await listFigures(tx), await listWeeks(tx), await readEscrow(tx)]
  const snapshot: Transparency = {
    asOf: escrow.asOf.toISOString(),
    periods: TRANSPARENCY_DAYS.map((days) => periodOf(days, figures)),
    weeks: weeks.map(({ from, completed }) => ({ from, completed: unlessSmall(completed) })),
    escrow: shownEscrow(escrow),
  }
  await sql`update transparency set snapshot = ${JSON.stringify(snapshot)}::jsonb, as_of = clock_timestamp()`.execute(
    tx,
  )
}

const COLUMNS = { 30: 'last30', 90: 'last90' } as const

function periodOf(days: 30 | 90 | null, figures: readonly FigureRow[]): Transparency['periods'][number] {
  const column = days === null ? 'ever' : COLUMNS[days]
  const parts = (figure: string) =>
    figures.filter((row) => row.figure === figure).map((row) => ({ part: row.part, count: Number(row[column]) }))
  const median = (figure: string) =>
    days === null
      ? null
      : medianMinutes(parts(figure).map(({ part, count }) => ({ minutes: Number(part), times: count })))
  const completed = withoutSmall(parts('completed'))
  const closed = withoutSmall(parts('disputes_closed'))
  const opened = unlessSmall(parts('disputes_opened')[0]?.count ?? 0)
  return {
    days,
    completed: completed.total,
    methods: completed.cells.map(({ part, count }) => {
      const [fiatCurrency, paymentMethod] = part.split(' ') as [FiatCurrency, PaymentMethod]
      return { fiatCurrency, paymentMethod, count }
    }),
    others: completed.others,
    isWithheld: completed.isWithheld || closed.isWithheld || opened === null,
    minutesToPay: median('minutes_to_pay'),
    minutesToRelease: median('minutes_to_release'),
    disputes: {
      opened,
      closed: closed.cells.map(({ part, count }) => ({ outcome: part as DisputeOutcome, count })),
      others: closed.others,
      minutesToDecide: median('minutes_to_decide'),
    },
  }
}

function shownEscrow({ openTrades, ledgerMicro, tradesMicro }: EscrowRow): Transparency['escrow'] {
  const hundreds = (micro: bigint) => {
    const isShown = openTrades === 0 || openTrades >= SHOWN_FROM
    return isShown ? Number(micro / 1_000_000n / BigInt(ESCROW_STEP_USDT)) * ESCROW_STEP_USDT : null
  }
  return {
    openTrades: unlessSmall(openTrades),
    ledgerUsdt: hundreds(ledgerMicro),
    tradesUsdt: hundreds(tradesMicro),
    isEqual: ledgerMicro === tradesMicro,
  }
}
