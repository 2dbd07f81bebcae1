import { useQuery, type QueryClient } from '@tanstack/react-query'
import { listRehearsals, type Rehearsal, type Rehearsals } from '../../../domain/api/trades/rehearsals.ts'
import { call } from '../../client.ts'

const rehearsalsKey = ['rehearsals'] as const

/** The scenarios, with the user's latest attempts. */
export function useRehearsals() {
  return useQuery({ queryKey: rehearsalsKey, queryFn: ({ signal }) => call(listRehearsals, {}, { signal }) })
}

/** Stores the attempt that the server returned; after a pass the limits are read again, which it can raise. */
export function keepRehearsal(client: QueryClient, latest: Rehearsal): void {
  client.setQueryData<Rehearsals>(rehearsalsKey, (shown) => {
    if (!shown) return shown
    const scenarios = shown.scenarios.map((each) => (each.scenario === latest.scenario ? { ...each, latest } : each))
    return { ...shown, scenarios }
  })
  if (latest.moves.length === 0) readRehearsalsAgain(client)
}

export function readRehearsalsAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: rehearsalsKey })
  void client.invalidateQueries({ queryKey: ['limits'] })
}
