import type { SystemCode } from '../../domain/chat.ts'
import type { DisputeOutcome } from '../../domain/disputes.ts'
import type { Language } from '../../domain/languages.ts'
import type { FiatCurrency } from '../../domain/market.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'
import { queueMail } from '../mail/queue-mail.ts'

type Recipient = 'offer_owner' | 'buyer' | 'seller' | 'both'
type TradeMailKind =
  | 'trade_opened'
  | 'trade_paid'
  | 'trade_payment_mark_withdrawn'
  | 'trade_payment_window_extended'
  | 'trade_cancelled'
  | 'trade_expired'
  | 'trade_completed'
  | 'trade_refund_held'
  | 'dispute_opened'
  | 'dispute_opened_by_system'
  | 'dispute_decided'
  | 'dispute_appealed'
  | 'dispute_decided_finally'

type TradeMail = { to: Recipient } & ({ kind: TradeMailKind } | { kind: 'dispute_closed'; outcome: DisputeOutcome })

/**
 * Who gets which mail about a move: never the party who made it. A move that is not listed is not mailed: the confirmation,
 * since the release follows immediately.
 */
const MAILS: Readonly<Partial<Record<SystemCode, TradeMail>>> = {
  opened: { kind: 'trade_opened', to: 'offer_owner' },
  paid: { kind: 'trade_paid', to: 'seller' },
  payment_mark_withdrawn: { kind: 'trade_payment_mark_withdrawn', to: 'seller' },
  payment_window_extended: { kind: 'trade_payment_window_extended', to: 'buyer' },
  cancelled_by_buyer: { kind: 'trade_cancelled', to: 'seller' },
  cancelled_by_seller: { kind: 'trade_cancelled', to: 'buyer' },
  expired: { kind: 'trade_expired', to: 'both' },
  completed: { kind: 'trade_completed', to: 'buyer' },
  refund_held_by_seller: { kind: 'trade_refund_held', to: 'buyer' },
  refund_held_by_expiry: { kind: 'trade_refund_held', to: 'both' },
  objected: { kind: 'dispute_opened', to: 'seller' },
  dispute_opened_by_buyer: { kind: 'dispute_opened', to: 'seller' },
  dispute_opened_by_seller: { kind: 'dispute_opened', to: 'buyer' },
  dispute_opened_by_system: { kind: 'dispute_opened_by_system', to: 'both' },
  decision_made: { kind: 'dispute_decided', to: 'both' },
  appealed_by_buyer: { kind: 'dispute_appealed', to: 'seller' },
  appealed_by_seller: { kind: 'dispute_appealed', to: 'buyer' },
  final_decision_made: { kind: 'dispute_decided_finally', to: 'both' },
  released_by_decision: { kind: 'dispute_closed', to: 'both', outcome: 'release' },
  refunded_by_decision: { kind: 'dispute_closed', to: 'both', outcome: 'refund' },
  split_by_decision: { kind: 'dispute_closed', to: 'both', outcome: 'split' },
  conceded_by_buyer: { kind: 'dispute_closed', to: 'seller', outcome: 'buyer_conceded' },
  conceded_by_seller: { kind: 'dispute_closed', to: 'buyer', outcome: 'seller_conceded' },
}

/** The most trades of one buyer with one seller in an hour that send email: repeated opening and cancelling floods no mailbox. */
const MAILED_TRADES_AN_HOUR = 10

type MailRow = {
  userId: string
  email: string
  language: Language
  counterparty: string
  fiatMilli: bigint
  fiatCurrency: FiatCurrency
}

/**
 * Queues the emails about a move in its transaction, for parties who want trade updates (spec-coverage 2 Profile) and have
 * verified their email address: an unverified address may belong to another user.
 */
export async function queueTradeMails(tx: Tx, tradeId: string, code: SystemCode): Promise<void> {
  const mail = MAILS[code]
  if (!mail) return
  const query = sql<MailRow>`
    select me.id as user_id, account.email, account.language, counterparty.username as counterparty, t.fiat_milli, t.fiat_currency
    from trades t
    join users me on me.email_verified and me.id = any(${recipients(mail.to)})
    join accounts account on account.user_id = me.id and account.wants_trade_updates
    join users counterparty on counterparty.id = case when me.id = t.buyer_id then t.seller_id else t.buyer_id end
    where t.id = ${tradeId} and not exists (
      select from trades former
      where former.buyer_id = t.buyer_id and former.seller_id = t.seller_id
        and former.created_at > t.created_at - interval '1 hour' and former.created_at < t.created_at
      offset ${sql.lit(MAILED_TRADES_AN_HOUR - 1)})`
  // The recipient is the party who did not make the move.
  const { rows } = await withSystemScope(tx, 'mail to the counterparty', () => query.execute(tx))
  for (const { userId, email, language, counterparty, fiatMilli, fiatCurrency } of rows) {
    const values = {
      link: `/trade/${tradeId}`,
      trader: counterparty,
      fiatMilli: String(fiatMilli),
      currency: fiatCurrency,
    }
    const addressed = { userId, to: email, language }
    if (mail.kind === 'dispute_closed') {
      await queueMail(tx, { ...addressed, kind: mail.kind, values: { ...values, outcome: mail.outcome } })
    } else await queueMail(tx, { ...addressed, kind: mail.kind, values })
  }
}

function recipients(to: Recipient) {
  if (to === 'both') return sql`array[t.buyer_id, t.seller_id]`
  return sql`array[t.${sql.ref(to === 'offer_owner' ? 'offer_owner_id' : `${to}_id`)}]`
}
