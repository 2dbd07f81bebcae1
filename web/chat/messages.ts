import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listMessages, type Message } from '../../domain/api.ts'
import { call } from '../client.ts'

export const messagesKey = (tradeId: string) => ['messages', tradeId] as const

/** A trade's chat, oldest first. Reading it again asks only for what is not here yet. */
export function useMessages(tradeId: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: messagesKey(tradeId),
    queryFn: async ({ signal }) => {
      const after = client.getQueryData<Message[]>(messagesKey(tradeId))?.at(-1)?.seq
      const { messages } = await call(listMessages, { params: { tradeId }, query: { after } }, { signal })
      // What the stream brought in the meantime stays.
      return withMessages(client.getQueryData<Message[]>(messagesKey(tradeId)) ?? [], messages)
    },
  })
}

/** Shows a message the server has just taken, unless the stream was quicker. */
export function keepMessage(client: QueryClient, message: Message): void {
  const key = messagesKey(message.tradeId)
  const shown = client.getQueryData<Message[]>(key) ?? []
  if (message.seq <= (shown.at(-1)?.seq ?? 0) + 1) client.setQueryData(key, withMessages(shown, [message]))
  else void client.invalidateQueries({ queryKey: key })
}

/** The messages with others added: each number once, in order. */
export function withMessages(shown: readonly Message[], more: readonly Message[]): Message[] {
  const bySeq = new Map([...shown, ...more].map((message) => [message.seq, message]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}
