import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReadMarks } from '../../domain/api.ts'

const readMarksKey = (tradeId: string) => ['read-marks', tradeId] as const

/** How far each side has read a trade's chat; undefined until its messages are read. */
export function useReadMarks(tradeId: string): ReadMarks | undefined {
  return useQuery<ReadMarks>({ queryKey: readMarksKey(tradeId), queryFn: skipToken, staleTime: Infinity }).data
}

/** Keeps marks of the server. An answer may be older than an event, and a mark never goes back. */
export function keepReadMarks(client: QueryClient, tradeId: string, { buyer, seller }: ReadMarks): void {
  client.setQueryData<ReadMarks>(readMarksKey(tradeId), (known) => ({
    buyer: Math.max(buyer, known?.buyer ?? 0),
    seller: Math.max(seller, known?.seller ?? 0),
  }))
}
