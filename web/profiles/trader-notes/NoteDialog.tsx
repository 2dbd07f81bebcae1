import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { saveTraderNote, type TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { hasTag, NOTE_MAX, NOTE_TAGS_MAX, readTags } from '../../../domain/profiles/trader-notes.ts'
import { Loaded } from '../../Loaded.tsx'
import { useTextDraft } from '../../session/text-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/DialogFormActions.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCallForm } from '../../use-call-form.ts'
import { useCommand } from '../../use-command.ts'
import { useStoreNote, useTraderNotes } from './queries.ts'
import { useDeleteNote } from './use-delete-note.ts'

type Props = { username: string; onClose: () => void }

/** Where the reader writes, changes and deletes the note on a trader. The form waits for the notes: it would replace one that is not known yet. */
export function NoteDialog({ username, onClose }: Props) {
  const name = <bdi>{username}</bdi>
  return (
    <Dialog
      isOpen
      startsInField
      onClose={onClose}
      title={<Trans>Note on {name}</Trans>}
      description={<Trans>Only you see this.</Trans>}
    >
      <Loaded query={useTraderNotes()} rows={3} hidesLaterErrors>
        {(notes) => <NoteForm username={username} notes={notes} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function NoteForm({ username, notes, onClose }: Props & { notes: readonly TraderNote[] }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const [initial] = useState(notes.find((note) => note.username === username))
  const text = useTextDraft(`note ${username}`, initial?.text)
  const tags = useTextDraft(`tags ${username}`, (initial?.tags ?? []).join(SEPARATOR))
  const discard = () => {
    text.discard()
    tags.discard()
  }
  const command = useCommand(saveTraderNote)
  const keep = useStoreNote()
  const form = useCallForm({
    schema: saveTraderNote.body,
    extra: { text: text.text, tags: readTags(tags.text) },
    async onSubmit(body) {
      const { at } = await command.mutateAsync({ params: { username }, body })
      keep(username, { username, avatar: initial?.avatar ?? null, ...body, at })
      discard()
      notify(t`Note saved. Only you see it.`)
      onClose()
    },
  })
  return (
    <Form
      form={form}
      actions={
        <div className="flex flex-wrap items-center justify-between gap-3">
          {initial ? (
            <DeleteButton
              note={initial}
              onDeleted={() => {
                discard()
                onClose()
              }}
            />
          ) : (
            <span />
          )}
          <DialogFormActions onBack={onClose} busy={form.busy} busyText={<Trans>Saving…</Trans>}>
            <Trans>Save note</Trans>
          </DialogFormActions>
        </div>
      }
    >
      <TextArea
        name="text"
        label={t`Note`}
        rows={4}
        limit={NOTE_MAX}
        value={text.text}
        onValueChange={(written) => {
          text.write(written)
          form.clear()
        }}
      />
      <div className="grid gap-2">
        <TextField
          name="tags"
          label={t`Tags (optional)`}
          hint={t`Up to ${NOTE_TAGS_MAX}, separated by commas. You see them in lists.`}
          value={tags.text}
          onValueChange={(typed) => {
            tags.write(typed)
            form.clear()
          }}
        />
        <UsedTags notes={notes} typed={readTags(tags.text)} onChoose={(chosen) => tags.write(chosen.join(SEPARATOR))} />
      </div>
    </Form>
  )
}

const SEPARATOR = ', '

function DeleteButton({ note, onDeleted }: { note: TraderNote; onDeleted: () => void }) {
  const { removeIt } = useDeleteNote(note)
  return (
    <Button
      variant="quiet"
      onClick={() => {
        removeIt()
        onDeleted()
      }}
    >
      <Trans>Delete note</Trans>
    </Button>
  )
}

const SUGGESTIONS = 4

type UsedProps = { notes: readonly TraderNote[]; typed: readonly string[]; onChoose: (tags: string[]) => void }

/** The tags of the reader's other notes, the latest first, for one press each. */
function UsedTags({ notes, typed, onChoose }: UsedProps) {
  const { t } = useLingui()
  if (typed.length >= NOTE_TAGS_MAX) return null
  const used = notes.flatMap(({ tags }) => tags)
  const others = used.filter((tag, at) => !hasTag(used.slice(0, at), tag) && !hasTag(typed, tag)).slice(0, SUGGESTIONS)
  if (others.length === 0) return null
  return (
    <div role="group" aria-label={t`Your tags`} className="flex flex-wrap gap-2">
      {others.map((tag) => (
        <Button key={tag} size="row" onClick={() => onChoose([...typed, tag])}>
          <bdi>{tag}</bdi>
        </Button>
      ))}
    </div>
  )
}
