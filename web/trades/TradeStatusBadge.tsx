import { TRADE_STATUS_TEXTS, type TradeStatus } from '../../domain/trades/trades.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Translated } from '../ui/Translated.tsx'

const tones: Record<TradeStatus, BadgeTone> = {
  awaiting_payment: 'neutral',
  refund_held: 'sell',
  payment_sent: 'neutral',
  payment_confirmed: 'neutral',
  disputed: 'sell',
  completed: 'buy',
  cancelled: 'sell',
}

/** A trade's status in one word; saffron when it is the reader's turn. */
export function TradeStatusBadge({ status, isMyTurn = false }: { status: TradeStatus; isMyTurn?: boolean }) {
  return (
    <Badge tone={isMyTurn ? 'accent' : tones[status]}>
      <Translated text={TRADE_STATUS_TEXTS[status].label} />
    </Badge>
  )
}
