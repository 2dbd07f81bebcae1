import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { Loaded } from '../../Loaded.tsx'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { NoteText } from './NoteText.tsx'
import { useTraderNotes } from './queries.ts'
import { useNoteDialog } from './use-note-dialog.tsx'

/** On a trader's page: the reader's note, and where it is written. Its height is free for every signed-in reader before the session is known. */
export function OwnNote({ username }: { username: string }) {
  const { user, actingFor } = useSession()
  const query = useTraderNotes()
  const isOther = user !== null && user.username !== username
  return (
    <div className={`mt-4 min-h-11 ${actingFor ? 'hidden' : 'hidden signed-in:block'}`}>
      {isOther && !actingFor && (
        <Loaded query={query} loading={<></>} hidesLaterErrors>
          {(notes) => <Note username={username} note={notes.find((note) => note.username === username)} />}
        </Loaded>
      )}
    </div>
  )
}

function Note({ username, note }: { username: string; note: TraderNote | undefined }) {
  const { t } = useLingui()
  const { open, dialog } = useNoteDialog(username)
  return (
    <>
      {note ? (
        <section
          aria-label={t`Your note`}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 rounded-control border border-dashed border-edge px-4 py-3"
        >
          <NoteText note={note} className="max-w-[46em] grow basis-64" />
          <OnlyYou>
            <Button size="row" onClick={open}>
              <Trans>Edit note</Trans>
            </Button>
          </OnlyYou>
        </section>
      ) : (
        <OnlyYou>
          <Button size="row" onClick={open}>
            <Trans>Add note</Trans>
          </Button>
        </OnlyYou>
      )}
      {dialog}
    </>
  )
}

function OnlyYou({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {children}
      <p className="text-sm text-muted">
        <Trans>Only you see this.</Trans>
      </p>
    </div>
  )
}
