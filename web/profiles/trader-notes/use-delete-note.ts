import { useLingui } from '@lingui/react/macro'
import { deleteTraderNote, saveTraderNote, type TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { useCommand } from '../../use-command.ts'
import { useRemoveWithUndo } from '../../use-remove-with-undo.ts'
import { useStoreNote } from './queries.ts'

/** Deletes the note; the toast offers to write it again as it was. */
export function useDeleteNote(note: TraderNote) {
  const { username, text, tags } = note
  const { t } = useLingui()
  const remove = useCommand(deleteTraderNote)
  const save = useCommand(saveTraderNote)
  const keep = useStoreNote()
  const params = { username }
  return useRemoveWithUndo({
    async remove() {
      await remove.mutateAsync({ params })
      keep(username, null)
    },
    async restore() {
      keep(username, { ...note, ...(await save.mutateAsync({ params, body: { text, tags } })) })
    },
    // Each of the two has stored its answer.
    readAgain: () => {},
    done: t`Note on ${username} deleted.`,
  })
}
