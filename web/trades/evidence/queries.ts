import { useQuery, type QueryClient } from '@tanstack/react-query'
import { listFiles, type TradeFile } from '../../../domain/api/trades/evidence.ts'
import type { FilePurpose } from '../../../domain/trades/evidence.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { PartyRole } from '../../../domain/trades/trades.ts'
import { call } from '../../client.ts'
import { filesKey } from '../../query-keys.ts'

/** The files of a trade that this party sees, oldest first. The event stream keeps them up to date. */
export function useFiles(tradeId: string) {
  return useQuery({
    queryKey: filesKey(tradeId),
    queryFn: async ({ signal }) => (await call(listFiles, { params: { tradeId } }, { signal })).files,
  })
}

/** Adds a file that the server has just stored to the list. */
export function keepFile(client: QueryClient, file: TradeFile): void {
  client.setQueryData<TradeFile[]>(filesKey(file.tradeId), (shown = []) => [
    ...shown.filter(({ id }) => id !== file.id),
    file,
  ])
  void client.invalidateQueries({ queryKey: filesKey(file.tradeId) })
}

/** How many files of this purpose the party can still add. */
export function filesLeft(files: readonly TradeFile[], purpose: FilePurpose, sender: PartyRole): number {
  const added = files.filter((file) => file.purpose === purpose && file.sender === sender)
  return Math.max(0, LIMITS.files_of_party - added.length)
}
