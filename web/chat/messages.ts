import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listMessages, type Message } from '../../domain/api/chat/chat.ts'
import { MESSAGES_LISTED } from '../../domain/chat/chat.ts'
import { call } from '../client.ts'
import { keepReadMarks } from '../notifications/live/chat-signals.ts'
import { withMessages } from '../../domain/chat/with-messages.ts'
import { messagesKey } from '../query-keys.ts'

/** A trade's chat, oldest first. Reading it again requests only messages after the last known one. */
export function useMessages(tradeId: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: messagesKey(tradeId),
    queryFn: async ({ signal }) => {
      const after = client.getQueryData<Message[]>(messagesKey(tradeId))?.at(-1)?.seq
      const messages = await readFrom(client, tradeId, after, signal)
      // Messages that the stream delivered in the meantime stay.
      return withMessages(client.getQueryData<Message[]>(messagesKey(tradeId)) ?? [], messages)
    },
  })
}

/** All messages after a number, over as many pages as there are. */
async function readFrom(
  client: QueryClient,
  tradeId: string,
  after: number | undefined,
  signal: AbortSignal,
): Promise<Message[]> {
  const read: Message[] = []
  for (;;) {
    const query = { after: read.at(-1)?.seq ?? after }
    const { messages, read: marks } = await call(listMessages, { params: { tradeId }, query }, { signal })
    keepReadMarks(client, tradeId, marks)
    read.push(...messages)
    if (messages.length < MESSAGES_LISTED) return read
  }
}

/** Adds a message that the server has just accepted, unless the stream has delivered it. */
export function keepMessage(client: QueryClient, message: Message): void {
  const key = messagesKey(message.tradeId)
  const shown = client.getQueryData<Message[]>(key) ?? []
  if (message.seq <= (shown.at(-1)?.seq ?? 0) + 1) client.setQueryData(key, withMessages(shown, [message]))
  else void client.invalidateQueries({ queryKey: key })
}
