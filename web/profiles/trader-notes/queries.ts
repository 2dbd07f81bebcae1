import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { useSession } from '../../session/session.ts'

const notesKey = ['trader-notes'] as const

type Selected<Data> = { select: (notes: readonly TraderNote[]) => Data }

/** What the signed-in user has noted about traders, the latest first: one read for all rows of all lists. A team member who acts for the user has no notes here. */
export function useTraderNotes() {
  return useNotes({ select: all })
}

/** By the trader's name, for the rows of a list; a visitor, and a reader without notes, has none. */
export function useNotesByTrader(): ReadonlyMap<string, TraderNote> {
  return useNotes({ select: byTrader }).data ?? NO_NOTES
}

/** Null where the user has noted nothing about the trader; undefined until that is known. */
export function useNoteAbout(username: string): TraderNote | null | undefined {
  return useNotes({ select: (notes) => notes.find((note) => note.username === username) ?? null }).data
}

function useNotes<Data>({ select }: Selected<Data>) {
  const { status, actingFor } = useSession()
  return useQuery({
    queryKey: notesKey,
    queryFn: async ({ signal }) => (await import('./read-notes.ts')).readNotes(signal),
    enabled: status === 'signed-in' && !actingFor,
    // Only the reader changes them.
    staleTime: 5 * 60_000,
    select,
  })
}

const NO_NOTES: ReadonlyMap<string, TraderNote> = new Map()

function all(notes: readonly TraderNote[]): readonly TraderNote[] {
  return notes
}

function byTrader(notes: readonly TraderNote[]): ReadonlyMap<string, TraderNote> {
  return new Map(notes.map((note) => [note.username, note]))
}

/** Stores the changed note, or that there is none, and reads the notes again. */
export function useStoreNote(): (username: string, note: TraderNote | null) => void {
  const client = useQueryClient()
  return (username, note) => {
    client.setQueryData<TraderNote[]>(notesKey, (before) => {
      const others = before?.filter((each) => each.username !== username)
      return others && (note === null ? others : [note, ...others])
    })
    void client.invalidateQueries({ queryKey: notesKey })
  }
}
