/** The codes of a payment in person (domain/payments/meeting-codes.ts). Only the database compares them: no query of the other party sees one. */
import { randomInt } from 'node:crypto'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import {
  containsCode,
  MEETING_CODE_DIGITS,
  MEETING_CODE_INVALID,
  RELEASE_CODE_INVALID,
} from '../../domain/payments/meeting-codes.ts'
import { REFUND_HOLD_MINUTES } from '../../domain/trades/trades.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { SENT_WITH_NEXT, sql } from '../db/pool.ts'
import { partyOf } from './queries.ts'

/** Makes the code that `holderId` shows after event `seq`. */
export async function makeMeetingCode(
  tx: Tx,
  seq: number,
  { tradeId, holderId }: { tradeId: string; holderId: string },
): Promise<void> {
  const code = String(randomInt(10 ** MEETING_CODE_DIGITS)).padStart(MEETING_CODE_DIGITS, '0')
  await sql`${SENT_WITH_NEXT}
    insert into meeting_codes (trade_id, seq, holder_id, code) values (${tradeId}, ${seq}, ${holderId}, ${code})`.execute(
    tx,
  )
}

/** The code that the user has to show now; `no_meeting_code` where the other party shows one, or none is due. */
export async function getMeetingCode(db: DbOrTx, tradeId: string, userId: string): Promise<{ code: string }> {
  await partyOf(db, tradeId, userId)
  const code = await findMeetingCode(db, tradeId, userId)
  if (code === null) throw new DomainError('no_meeting_code')
  return { code }
}

/** Row-level security shows each party its own codes only. */
export async function findMeetingCode(db: DbOrTx, tradeId: string, userId: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select c.code from meeting_codes c join trades t on t.id = c.trade_id
    where c.trade_id = ${tradeId} and c.holder_id = ${userId} and c.code is not null
      and (t.status, c.holder_id) in (('awaiting_payment', t.seller_id), ('payment_sent', t.buyer_id))
    order by c.seq desc limit 1`.execute(db)
  return rows[0]?.code ?? null
}

/** Refuses with `code_in_message` a text in which the sender sends the code that is shown at the meeting only. */
export async function assertNoMeetingCode(tx: Tx, tradeId: string, senderId: string, text: string): Promise<void> {
  const code = await findMeetingCode(tx, tradeId, senderId)
  if (code !== null && containsCode(text, code)) throw new DomainError('code_in_message', { field: 'text' })
}

/** By the role of the party that types: which field it is in, and how it is refused. */
const TYPED = {
  buyer: {
    field: 'meetingCode',
    invalid: MEETING_CODE_INVALID,
    wrong: 'meeting_code_wrong',
    used: 'meeting_code_attempts_used',
  },
  seller: {
    field: 'releaseCode',
    invalid: RELEASE_CODE_INVALID,
    wrong: 'release_code_wrong',
    used: 'release_code_attempts_used',
  },
} as const

type Typed = { tradeId: string; userId: string; role: PartyRole; code: string | undefined; isByKey: boolean }

/**
 * Records that the party typed the code of the other one. Refuses with `meeting_code_wrong` or `release_code_wrong`, which keeps the
 * record, `…_attempts_used`, and `code_by_key` to an API key, which meets no party. The caller has locked the trade.
 */
export async function typeMeetingCode(tx: Tx, { tradeId, userId, role, code, isByKey }: Typed): Promise<void> {
  const { field, invalid, wrong, used } = TYPED[role]
  if (isByKey) throw new DomainError('code_by_key', { field })
  if (code === undefined) throw new InvalidInput({ [field]: invalid })
  const { rows } = await sql<{ isRight: boolean; attemptsLeft: number }>`
    select is_right, attempts_left from type_meeting_code(${tradeId}, ${userId}, ${code})`.execute(tx)
  if (!rows[0]) throw new DomainError(used, { field, values: { minutes: REFUND_HOLD_MINUTES } })
  if (rows[0].isRight) return
  throw new DomainError(wrong, { field, keepsWork: true, values: { left: rows[0].attemptsLeft } })
}

export type CodeAttempt = { by: PartyRole; isRight: boolean; at: string }

/** Each code that a party typed in the trade, in order. */
export async function listCodeAttempts(db: DbOrTx, tradeId: string): Promise<CodeAttempt[]> {
  const { rows } = await sql<{ by: PartyRole; isRight: boolean; at: Date }>`
    select case a.typist_id when t.buyer_id then 'buyer' else 'seller' end as by, a.is_right, a.at
    from meeting_code_attempts a join trades t on t.id = a.trade_id
    where a.trade_id = ${tradeId} order by a.at limit ${sql.lit(2 * LIMITS.meeting_code_attempts)}`.execute(db)
  return rows.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() }))
}
