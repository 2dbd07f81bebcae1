import { useQuery, type QueryClient } from '@tanstack/react-query'
import { getCaughtMail, getDevelopment, listCaughtMails, type CaughtMailHead } from '../../domain/api/mail.ts'
import { call } from '../client.ts'

/** Polls, so that a new email appears without a reload. */
const ASK_AGAIN_MS = 2000

/** Whether this is a demonstration that catches its mail; undefined while it loads. */
export function useMailIsCaught() {
  return useQuery({
    queryKey: ['caught-mails', 'is-caught'],
    queryFn: async ({ signal }) => (await call(getDevelopment, {}, { signal })).mailIsCaught,
    staleTime: Infinity,
  })
}

/** The latest caught mails to addresses that contain `to`. */
export function useCaughtMails(to: string) {
  return useQuery({
    queryKey: listKey(to),
    queryFn: ({ signal }) => readMails(to, signal),
    refetchInterval: ASK_AGAIN_MS,
    placeholderData: (earlier) => earlier,
  })
}

/** The ids of the emails to the address that the page has seen so far. */
export function knownMails(client: QueryClient, to: string): string[] {
  return (client.getQueryData<CaughtMailHead[]>(listKey(to)) ?? []).map(({ id }) => id)
}

/** Same, of those that the server has; those of the page where it does not answer. */
export async function readKnownMails(client: QueryClient, to: string): Promise<string[]> {
  await client.prefetchQuery({ queryKey: listKey(to), queryFn: ({ signal }) => readMails(to, signal) })
  return knownMails(client, to)
}

const listKey = (to: string) => ['caught-mails', 'list', to]

async function readMails(to: string, signal: AbortSignal) {
  return (await call(listCaughtMails, { query: { to } }, { signal })).mails
}

export function useCaughtMail(mailId: string) {
  return useQuery({
    queryKey: ['caught-mails', 'one', mailId],
    queryFn: ({ signal }) => call(getCaughtMail, { params: { mailId } }, { signal }),
    staleTime: Infinity,
  })
}
