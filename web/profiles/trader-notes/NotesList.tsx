import { Trans, useLingui } from '@lingui/react/macro'
import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { Loaded } from '../../Loaded.tsx'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { NoteText } from './NoteText.tsx'
import { useTraderNotes } from './queries.ts'
import { useDeleteNote } from './use-delete-note.ts'
import { useNoteDialog } from './use-note-dialog.tsx'

/** All of the reader's notes, the latest first. */
export function NotesList({ className = '' }: { className?: string }) {
  const { t } = useLingui()
  return (
    <section className={className}>
      <h2 className="text-xl">
        <Trans>Notes on traders</Trans>
      </h2>
      <p className="mt-1 text-muted">
        <Trans>Only you see these notes. You write one on a trader’s page, or in a trade with them.</Trans>
      </p>
      <div className="mt-3">
        <Loaded query={useTraderNotes()} rows={2} label={t`Loading notes…`} hidesLaterErrors>
          {(notes) => <Notes notes={notes} />}
        </Loaded>
      </div>
    </section>
  )
}

function Notes({ notes }: { notes: readonly TraderNote[] }) {
  const { list, otherwise } = useFocusAfterRemoval<HTMLParagraphElement>(notes.map(({ username }) => username))
  if (notes.length === 0) {
    return (
      <p ref={otherwise} tabIndex={-1} className="panel px-5 py-4 text-muted outline-none">
        <Trans context="notes">None yet</Trans>
      </p>
    )
  }
  return (
    <ul ref={list} className="panel divide-y divide-line">
      {notes.map((note) => (
        <Row key={note.username} note={note} />
      ))}
    </ul>
  )
}

function Row({ note }: { note: TraderNote }) {
  const { username, avatar, at } = note
  const date = useDates().date(at)
  const { open, dialog } = useNoteDialog(username)
  const { isPending, removeIt } = useDeleteNote(note)
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2 px-4 py-3">
      <Avatar name={username} picture={avatar} />
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 grow basis-64 gap-1.5">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Link to={paths.trader(username)} className="touch-area font-semibold underline underline-offset-4">
              <bdi>{username}</bdi>
            </Link>
            <span className="text-sm text-muted">{date}</span>
          </p>
          <NoteText note={note} className="max-w-[46em]" />
        </div>
        <div className="flex gap-2">
          <Button size="row" onClick={open}>
            <Trans>Edit</Trans>
            <span className="sr-only">: {username}</span>
          </Button>
          <Button size="row" busy={isPending} onClick={removeIt}>
            <Trans>Delete</Trans>
            <span className="sr-only">: {username}</span>
          </Button>
        </div>
      </div>
      {dialog}
    </li>
  )
}
