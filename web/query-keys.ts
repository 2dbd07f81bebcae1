/**
 * The keys of what the event stream keeps up to date, in a file of their own: every page of a signed-in user loads this one,
 * and not the queries of each noun.
 */
import type { TradeListState } from '../domain/trades/trades.ts'

export const notificationsKey = ['notifications'] as const
export const dashboardKey = ['dashboard'] as const
export const tradesKey = ['trades'] as const
export const tradePagesKey = (state: TradeListState | null) => [...tradesKey, 'pages', state ?? 'all'] as const
export const tradeKey = (tradeId: string) => ['trade', tradeId] as const
export const disputeKey = (tradeId: string) => ['dispute', tradeId] as const
export const messagesKey = (tradeId: string) => ['messages', tradeId] as const
export const filesKey = (tradeId: string) => ['files', tradeId] as const
