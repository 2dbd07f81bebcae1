/** The figures of a siege beside their targets. */
import type { SiegeResult } from './run.ts'

const RECORD_SHARE = 0.8
const NEW_TAKER_SHARE = 0.5

export type Row = { measured: string; target: string; met: string; isRequired: boolean }

/** One row for each measure, for `console.table`. A row that is required and missed fails the siege. */
export function rowsOf(result: SiegeResult): Record<string, Row> {
  const { samples, takeableBefore, aftermath, reads, recordTrade, newTakerTrade } = result
  const least = (of: (sample: SiegeResult['samples'][number]) => number) => Math.min(...samples.map(of))
  const most = (of: (sample: SiegeResult['samples'][number]) => number) => Math.max(...samples.map(of))
  const record = least((sample) => sample.record) / takeableBefore.record
  const newTaker = least((sample) => sample.newTaker) / takeableBefore.newTaker
  const sellerShare = most((sample) => sample.sellerShare)
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  const trade = ({ seconds, refusal }: SiegeResult['recordTrade']) => refusal ?? `${seconds.toFixed(2)} s`
  return {
    'sell side takeable, trader with a record': row(
      percent(record),
      `>= ${percent(RECORD_SHARE)}`,
      record >= RECORD_SHARE,
      true,
    ),
    'sell side takeable, new taker': row(
      percent(newTaker),
      `>= ${percent(NEW_TAKER_SHARE)}`,
      newTaker >= NEW_TAKER_SHARE,
      false,
    ),
    'largest share of a seller that new takers hold': row(percent(sellerShare), '< 100 %', sellerShare < 1, true),
    'honest trade, trader with a record': row(trade(recordTrade), 'completes', recordTrade.refusal === null, true),
    'honest trade, new taker': row(trade(newTakerTrade)),
    'USDT locked by new takers, most': row(most((sample) => sample.lockedUsdt).toFixed(0)),
    'their trades held, mean and longest': row(
      `${aftermath.lockedMinutes.toFixed(1)} / ${aftermath.longestMinutes.toFixed(1)} min`,
    ),
    'bonds locked at the end / given to sellers': row(
      `${result.bonds.locked.toFixed(2)} / ${result.bonds.awarded.toFixed(2)} USDT`,
    ),
    'cases opened': row(String(aftermath.cases)),
    'emails to one victim, most': row(String(aftermath.mailsToOne)),
    'lists of a bystander, p99': row(`${reads.p99Ms.toFixed(0)} ms (${reads.refused} of ${reads.count} refused)`),
    violations: row(result.violations.join(', ') || 'none', 'none', result.violations.length === 0, true),
  }
}

export function failed(rows: Record<string, Row>): string[] {
  return Object.keys(rows).filter((name) => rows[name]!.isRequired && rows[name]!.met === 'NO')
}

function row(measured: string, target = '', isMet = true, isRequired = false): Row {
  return { measured, target, met: target === '' ? '' : isMet ? 'yes' : 'NO', isRequired }
}
