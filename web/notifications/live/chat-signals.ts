/** What the event stream keeps of a chat besides its messages. Every page of a signed-in user loads this. */
import type { QueryClient } from '@tanstack/react-query'
import type { ReadMarks } from '../../../domain/api/chat/chat.ts'

export const readMarksKey = (tradeId: string) => ['read-marks', tradeId]
export const typingKey = (tradeId: string) => ['typing', tradeId]

/** Keeps marks of the server. An answer may be older than an event, and a mark never goes back. */
export function keepReadMarks(client: QueryClient, tradeId: string, { buyer, seller }: ReadMarks): void {
  client.setQueryData<ReadMarks>(readMarksKey(tradeId), (known) => ({
    buyer: Math.max(buyer, known?.buyer ?? 0),
    seller: Math.max(seller, known?.seller ?? 0),
  }))
}

/** Notes that the counterparty of a trade is typing: the time of the latest signal, by this device's clock. */
export function keepTyping(client: QueryClient, tradeId: string): void {
  client.setQueryData(typingKey(tradeId), Date.now())
}
