import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listQuickReplies } from '../../../domain/api/chat/quick-replies.ts'
import { call } from '../../client.ts'

const repliesKey = ['quick-replies'] as const

/** The user's quick replies, or those of the owner for whom a member writes. */
export function useQuickRepliesList() {
  return useQuery({
    queryKey: repliesKey,
    queryFn: async ({ signal }) => (await call(listQuickReplies, {}, { signal })).replies,
  })
}

/** Reads the quick replies again after a change. */
export function useReadRepliesAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: repliesKey })
}
