import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { createQuickReply, deleteQuickReply, editQuickReply, type QuickReply } from '../../domain/api.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { QuickReplyInput } from '../../domain/quick-replies.ts'
import { errorText } from '../client.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useToast } from '../ui/Toast.tsx'
import { useCommand } from '../use-command.ts'
import { useQuickRepliesList, useReadRepliesAgain } from './queries.ts'
import { ReplyForm } from './ReplyForm.tsx'

const LIMIT = LIMITS.quick_replies
const NEW: QuickReplyInput = { title: '', text: '' }

/** Where the user writes, changes and deletes quick replies. */
export function RepliesDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuickRepliesList()
  const readAgain = useReadRepliesAgain()
  const create = useCommand(createQuickReply)
  const edit = useCommand(editQuickReply)
  /** The id of the reply whose form is open; "new" for one more. */
  const [opened, setOpened] = useState<string | null>(null)

  async function save(input: QuickReplyInput, replyId?: string) {
    if (replyId === undefined) await create.mutateAsync({ body: input })
    else await edit.mutateAsync({ params: { replyId }, body: input })
    readAgain()
    setOpened(null)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Quick replies</Trans>}
      description={<Trans>Choose one beside the message field: it is inserted there, and you send it.</Trans>}
    >
      {error && <ErrorNote>{errorText(error)}</ErrorNote>}
      <ul className="divide-y divide-line">
        {data?.map((reply) => (
          <li key={reply.id} className="py-3">
            {opened === reply.id ? (
              <ReplyForm initial={reply} onSubmit={(input) => save(input, reply.id)} onCancel={() => setOpened(null)} />
            ) : (
              <Reply reply={reply} onEdit={() => setOpened(reply.id)} />
            )}
          </li>
        ))}
      </ul>
      {opened === 'new' ? (
        <ReplyForm initial={NEW} onSubmit={(input) => save(input)} onCancel={() => setOpened(null)} />
      ) : (
        data &&
        (data.length < LIMIT ? (
          <Button className="mt-3" onClick={() => setOpened('new')}>
            <Trans>Add a quick reply</Trans>
          </Button>
        ) : (
          <p className="mt-3 text-muted">
            <Trans>You can have up to {LIMIT} quick replies.</Trans>
          </p>
        ))
      )}
    </Dialog>
  )
}

function Reply({ reply, onEdit }: { reply: QuickReply; onEdit: () => void }) {
  const { t } = useLingui()
  const { notify, warn } = useToast()
  const readAgain = useReadRepliesAgain()
  const remove = useCommand(deleteQuickReply)
  const create = useCommand(createQuickReply)
  const { title, text } = reply
  const name = title === '' ? text : title

  /** The toast takes it back; the reply is then the last one. */
  async function removeIt() {
    try {
      await remove.mutateAsync({ params: { replyId: reply.id } })
    } catch (thrown) {
      return warn(errorText(thrown))
    }
    readAgain()
    const undo = () =>
      void create.mutateAsync({ body: { title, text } }).then(readAgain, (thrown: unknown) => warn(errorText(thrown)))
    notify(t`Quick reply deleted.`, { label: t`Undo`, onPress: undo })
  }

  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-56">
        {title !== '' && (
          <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
            {title}
          </p>
        )}
        <p dir="auto" className="line-clamp-3 whitespace-pre-line text-muted [overflow-wrap:anywhere]">
          {text}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="row" onClick={onEdit}>
          <Trans>Edit</Trans>
          <span className="sr-only">: {name}</span>
        </Button>
        <Button size="row" busy={remove.isPending} onClick={() => void removeIt()}>
          <Trans>Delete</Trans>
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
    </div>
  )
}
