import { useQuery } from '@tanstack/react-query'
import { getCaughtMail, getDevelopment, listCaughtMails } from '../../domain/api.ts'
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
    queryKey: ['caught-mails', 'list', to],
    queryFn: async ({ signal }) => (await call(listCaughtMails, { query: { to } }, { signal })).mails,
    refetchInterval: ASK_AGAIN_MS,
    placeholderData: (earlier) => earlier,
  })
}

export function useCaughtMail(mailId: string) {
  return useQuery({
    queryKey: ['caught-mails', 'one', mailId],
    queryFn: ({ signal }) => call(getCaughtMail, { params: { mailId } }, { signal }),
    staleTime: Infinity,
  })
}
