import { queryOptions, useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  getCase,
  listCaseMessages,
  listCases,
  listLinkedCases,
  type DisputeCase,
} from '../../../domain/api/disputes/disputes.ts'
import { getOwnDecision } from '../../../domain/api/disputes/own-decision.ts'
import { listCaseFiles } from '../../../domain/api/trades/evidence.ts'
import type { Message } from '../../../domain/api/chat/chat.ts'
import { CHAT_POLL_SECONDS, MESSAGES_LISTED } from '../../../domain/chat/chat.ts'
import { call } from '../../client.ts'
import { withMessages } from '../../../domain/chat/with-messages.ts'
import { pagedQuery } from '../../paged-query.ts'

const deskKey = ['desk'] as const
const caseKey = (tradeId: string) => [...deskKey, 'case', tradeId] as const
const messagesKey = (tradeId: string) => [...deskKey, 'messages', tradeId] as const

export type Shown = 'open' | 'mine' | 'closed'

/** The event stream tells the parties only, so the desk polls. A refusal stops it: each call could ask for authentication. */
const refetchInterval = ({ state }: { state: { error: Error | null } }) =>
  state.error === null ? CHAT_POLL_SECONDS * 1000 : false

/** Cases by deadline, paged; closed ones latest first. */
export function useCases(show: Shown) {
  const query = useInfiniteQuery({
    ...pagedQuery([...deskKey, 'cases', show], listCases, (cursor) => ({ query: { show, cursor } })),
    select: ({ pages }) => ({ cases: pages.flatMap(({ cases }) => cases), groups: pages[0]?.groups ?? [] }),
    refetchInterval,
  })
  const { cases, groups = [] } = query.data ?? {}
  return { ...query, data: cases, groups, clockOffsetMs: offsetOf(cases?.[0]?.now, query.dataUpdatedAt) }
}

/** A case of the arbiter's own, and how far the server's clock is ahead of this device's, in milliseconds. */
export function useCase(tradeId: string) {
  const query = useQuery({
    ...caseQuery(tradeId),
    refetchInterval,
  })
  return { ...query, clockOffsetMs: offsetOf(query.data?.now, query.dataUpdatedAt) }
}

/** What the arbiter decided in a case that another one has now. */
export function useOwnDecision(tradeId: string) {
  return useQuery({
    queryKey: [...deskKey, 'own decision', tradeId],
    queryFn: ({ signal }) => call(getOwnDecision, { params: { tradeId } }, { signal }),
  })
}

/** The case, where the page has read it; asks the server for nothing. */
export function useKnownCase(tradeId: string) {
  return useQuery({ ...caseQuery(tradeId), enabled: false }).data
}

const caseQuery = (tradeId: string) =>
  queryOptions({
    queryKey: caseKey(tradeId),
    queryFn: ({ signal }) => call(getCase, { params: { tradeId } }, { signal }),
  })

/** The other cases of the group of a case that the arbiter has. */
export function useLinkedCases(tradeId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...deskKey, 'group', tradeId],
    queryFn: async ({ signal }) => (await call(listLinkedCases, { params: { tradeId } }, { signal })).cases,
    refetchInterval,
  })
}

/** The files of both parties. */
export function useCaseFiles(tradeId: string) {
  return useQuery({
    queryKey: [...deskKey, 'files', tradeId],
    queryFn: async ({ signal }) => (await call(listCaseFiles, { params: { tradeId } }, { signal })).files,
    refetchInterval,
  })
}

/** The chat of a case, oldest first. Each poll asks only for the messages after the last known one. */
export function useCaseMessages(tradeId: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: messagesKey(tradeId),
    queryFn: async ({ signal }) => {
      const shown = () => client.getQueryData<Message[]>(messagesKey(tradeId)) ?? []
      const read: Message[] = []
      for (;;) {
        const query = { after: read.at(-1)?.seq ?? shown().at(-1)?.seq }
        const { messages } = await call(listCaseMessages, { params: { tradeId }, query }, { signal })
        read.push(...messages)
        if (messages.length < MESSAGES_LISTED) return withMessages(shown(), read)
      }
    },
    refetchInterval,
  })
}

/** Shows a message that the server has just accepted. */
export function useKeepCaseMessage(tradeId: string): (message: Message) => void {
  const client = useQueryClient()
  return (message) => {
    const shown = client.getQueryData<Message[]>(messagesKey(tradeId)) ?? []
    const isNext = message.seq <= (shown.at(-1)?.seq ?? 0) + 1
    if (isNext) client.setQueryData(messagesKey(tradeId), withMessages(shown, [message]))
    else void client.invalidateQueries({ queryKey: messagesKey(tradeId) })
  }
}

/** Shows the answer of the arbiter's move; the queue is reloaded when it is next shown. */
export function keepCase(client: QueryClient, dispute: DisputeCase): void {
  client.setQueryData(caseKey(dispute.tradeId), dispute)
  readDeskAgain(client)
}

export function readDeskAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: deskKey })
}

function offsetOf(now: string | undefined, readAt: number): number {
  return now === undefined ? 0 : Date.parse(now) - readAt
}
