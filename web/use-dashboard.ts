import { useQuery } from '@tanstack/react-query'
import { getDashboard } from '../domain/api/profiles/profiles.ts'
import { call } from './client.ts'
import { dashboardKey } from './query-keys.ts'

/** The signed-in trader's figures; read again whenever the event stream says that a trade moved. */
export function useDashboard() {
  return useQuery({ queryKey: dashboardKey, queryFn: ({ signal }) => call(getDashboard, {}, { signal }) })
}
