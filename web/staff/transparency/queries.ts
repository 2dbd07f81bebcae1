import { queryOptions } from '@tanstack/react-query'
import { getTransparency } from '../../../domain/api/staff/transparency.ts'
import { call } from '../../client.ts'

export const transparencyQuery = queryOptions({
  queryKey: ['transparency'],
  queryFn: ({ signal }) => call(getTransparency, {}, { signal }),
  staleTime: 60_000,
})
