import type { SystemCode } from '../../domain/chat.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { MailKind } from '../mail/kinds.ts'

type Recipient = 'offer_owner' | 'buyer' | 'seller' | 'both'
type News = { kind: MailKind; to: Recipient }

/** Who is mailed what of a move. Never who made it; and nothing of the confirmation, since the release follows at once. */
const NEWS: Readonly<Record<SystemCode, News | null>> = {
  instructions: { kind: 'trade_opened', to: 'offer_owner' },
  paid: { kind: 'trade_paid', to: 'seller' },
  paid_taken_back: { kind: 'trade_paid_taken_back', to: 'seller' },
  time_given: { kind: 'trade_time_given', to: 'buyer' },
  cancelled_by_buyer: { kind: 'trade_cancelled', to: 'seller' },
  cancelled_by_seller: { kind: 'trade_cancelled', to: 'buyer' },
  expired: { kind: 'trade_expired', to: 'both' },
  confirmed: null,
  completed: { kind: 'trade_completed', to: 'buyer' },
}

/** So many trades of one buyer with one seller in an hour are mailed about; who opens and cancels for ever floods no mailbox. */
const MAILED_TRADES_AN_HOUR = 10

/**
 * Queues the mails about a move with the move, for those of its people who want trade updates (spec section 2, Profile) and have
 * shown that the mailbox is theirs: somebody else is told of nobody's trades. One statement, since every move waits for it.
 */
export async function mailNews(tx: Tx, tradeId: string, code: SystemCode): Promise<void> {
  const news = NEWS[code]
  if (!news) return
  await sql`
    insert into mails (user_id, kind, to_address, language, values)
    select me.id, ${news.kind}, me.email, me.language, jsonb_build_object('link', '/trade/' || t.id,
      'trader', other.username, 'fiatMilli', t.fiat_milli::text, 'currency', t.fiat_currency)
    from trades t
    join users me on me.wants_trade_updates and me.email_verified and me.id = any(${recipients(news.to)})
    join users other on other.id = case when me.id = t.buyer_id then t.seller_id else t.buyer_id end
    where t.id = ${tradeId} and not exists (
      select from trades former
      where former.buyer_id = t.buyer_id and former.seller_id = t.seller_id
        and former.created_at > t.created_at - interval '1 hour' and former.created_at < t.created_at
      offset ${sql.lit(MAILED_TRADES_AN_HOUR - 1)})`.execute(tx)
}

function recipients(to: Recipient) {
  if (to === 'both') return sql`array[t.buyer_id, t.seller_id]`
  return sql`array[t.${sql.ref(to === 'offer_owner' ? 'offer_owner_id' : `${to}_id`)}]`
}
