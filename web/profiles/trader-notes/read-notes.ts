import { listTraderNotes, type TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { call } from '../../client.ts'

/** Apart, so that the public lists of a visitor download nothing of it. */
export async function readNotes(signal: AbortSignal): Promise<TraderNote[]> {
  return (await call(listTraderNotes, {}, { signal })).notes
}
