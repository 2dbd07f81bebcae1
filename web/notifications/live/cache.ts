import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Message } from '../../../domain/api/chat/chat.ts'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { sessionKey } from '../../session/session.ts'
import { keepReadMarks } from './chat-signals.ts'
import { withMessages } from '../../../domain/chat/with-messages.ts'
import {
  notificationsKey,
  dashboardKey,
  tradesKey,
  tradeKey,
  disputeKey,
  messagesKey,
  filesKey,
} from '../../query-keys.ts'

/** The messages of the beginning and the end of an outage, which the session tells of too. */
const OUTAGE_CODES: readonly Message['systemCode'][] = ['deadlines_stopped', 'deadlines_moved']

/** Applies an event to the cached data: adds messages and read marks directly, reads a moved trade and its dispute again. */
export function applyEvent(client: QueryClient, { data }: StreamEvent): void {
  if (data.read && data.tradeId !== undefined) return keepReadMarks(client, data.tradeId, data.read)
  // The page of the trade marks it as read and reads the notifications again: the bell does not count it meanwhile.
  if (!data.notification || !isOnScreen(data.tradeId)) readAgain(client, notificationsKey)
  if (data.tradeId === undefined) return
  addMessages(client, data.tradeId, data.messages)
  readAgain(client, filesKey(data.tradeId))
  if (data.version === undefined) return
  readAgain(client, dashboardKey)
  readAgain(client, disputeKey(data.tradeId))
  const isOutage = data.messages.some(({ systemCode }) => OUTAGE_CODES.includes(systemCode))
  const isOfBank = data.messages.some(({ systemCode }) => systemCode?.startsWith('payee_'))
  if (isOutage) readAgain(client, sessionKey)
  const shown = client.getQueryData<Trade>(tradeKey(data.tradeId))
  // A dispute move, an outage and a bank's answer change the trade without a new trade version, so versions alone do not show it.
  if (shown && shown.version >= data.version && data.status !== 'disputed' && !isOutage && !isOfBank) return
  readAgain(client, tradeKey(data.tradeId))
  readAgain(client, tradesKey)
}

function isOnScreen(tradeId: string | undefined): boolean {
  const isOpen = tradeId !== undefined && location.pathname.endsWith(`/trade/${tradeId}`)
  return isOpen && document.visibilityState === 'visible'
}

/** Reloads everything that the stream keeps up to date. */
export function reloadAll(client: QueryClient): void {
  for (const queryKey of [['trade'], ['dispute'], tradesKey, ['messages'], ['files'], notificationsKey, dashboardKey]) {
    readAgain(client, queryKey)
  }
}

/** A gap after the last shown message means that the chat has to be reloaded. */
function addMessages(client: QueryClient, tradeId: string, messages: Message[]): void {
  if (messages.length === 0) return
  const key = messagesKey(tradeId)
  const shown = client.getQueryData<Message[]>(key)
  const isNext = shown && (messages[0]?.seq ?? 0) <= (shown.at(-1)?.seq ?? 0) + 1
  if (isNext) client.setQueryData(key, withMessages(shown, messages))
  else readAgain(client, key)
}

/** A first read that is under way may be older than the event; invalidating alone would wait for it and keep its answer. */
function readAgain(client: QueryClient, queryKey: QueryKey): void {
  const isFirstRead = ({ state }: Query) => state.data === undefined
  void client.cancelQueries({ queryKey, predicate: isFirstRead }).then(() => client.invalidateQueries({ queryKey }))
}
