/** The invented trade of a rehearsal, in the shape of the trade room's components. */
import { i18n } from '@lingui/core'
import type { Message } from '../../../domain/api/chat/chat.ts'
import type { Rehearsal } from '../../../domain/api/trades/rehearsals.ts'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { REHEARSAL_MESSAGES, REHEARSAL_TRADE } from '../../../domain/trades/rehearsal-script.ts'

/** A name that no user can have: it is longer than a username. */
const BOT = 'rehearsal bot'

export type InventedTrade = Pick<
  Trade,
  | 'status'
  | 'role'
  | 'turn'
  | 'cancelledBy'
  | 'split'
  | 'hasDispute'
  | 'buyer'
  | 'seller'
  | 'amountFiat'
  | 'amountUsdt'
  | 'fiatCurrency'
>

export function inventedTrade({ startedAt }: Rehearsal, username: string): InventedTrade {
  const trader = {
    avatar: null,
    isVerified: true,
    isDemo: false,
    completedTrades: 0,
    completionRate: null,
    medianSeconds: null,
    rating: null,
    memberSince: startedAt,
  }
  const { amountFiat, amountUsdt, fiatCurrency } = REHEARSAL_TRADE
  return {
    status: 'payment_sent',
    role: 'seller',
    turn: ['seller'],
    cancelledBy: null,
    split: null,
    hasDispute: false,
    buyer: { ...trader, username: BOT },
    seller: { ...trader, username },
    amountFiat,
    amountUsdt,
    fiatCurrency,
  }
}

/** The messages so far: the payment mark, then what the bot wrote at each step. */
export function inventedMessages({ id, scenario, steps, startedAt }: Rehearsal): Message[] {
  const from = { tradeId: id, member: null, image: null, clientId: null, createdAt: startedAt }
  const paid: Message = { ...from, seq: 1, kind: 'system', sender: null, text: '', systemCode: 'paid' }
  const written = steps.map((step) => REHEARSAL_MESSAGES[scenario][step]).filter((text) => text !== undefined)
  return [
    paid,
    ...written.map((text, at): Message => ({
      ...from,
      seq: at + 2,
      kind: 'text',
      sender: 'buyer',
      text: i18n._(text),
      systemCode: null,
    })),
  ]
}
