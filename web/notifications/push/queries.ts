import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getPush, type Push } from '../../../domain/api/notifications/push.ts'
import { call } from '../../client.ts'

const pushKey = ['push'] as const

/** Whether the browser of this session gets push notifications. */
export function usePush() {
  return useQuery({ queryKey: pushKey, queryFn: ({ signal }) => call(getPush, {}, { signal }) })
}

/** Shows the answer of a changing call. */
export function useKeepPush(): (push: Push) => void {
  const client = useQueryClient()
  return (push) => client.setQueryData<Push>(pushKey, push)
}
