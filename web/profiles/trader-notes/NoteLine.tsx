import { Trans } from '@lingui/react/macro'
import { NoteText } from './NoteText.tsx'
import { useNoteAbout } from './queries.ts'
import { useNoteDialog } from './use-note-dialog.tsx'

/** In the trade room, beside the other party's record: the reader's note, where there is one. The menu of the party adds one. */
export function NoteLine({ username }: { username: string }) {
  const note = useNoteAbout(username)
  const { open, dialog } = useNoteDialog(username)
  if (!note) return null
  return (
    <div className="mt-1 flex w-full flex-wrap items-start gap-x-3 gap-y-1 rounded-control border border-dashed border-edge px-3 py-2 text-sm text-ink">
      <NoteText note={note} className="max-w-[46em] grow basis-48" />
      <p className="flex flex-wrap gap-x-3 text-muted">
        <Trans>Only you see this.</Trans>
        <button type="button" onClick={open} className="touch-area underline underline-offset-4 hover:text-ink">
          <Trans>Edit note</Trans>
        </button>
      </p>
      {dialog}
    </div>
  )
}
