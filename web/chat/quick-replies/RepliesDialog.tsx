import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  createQuickReply,
  deleteQuickReply,
  editQuickReply,
  type QuickReply,
} from '../../../domain/api/chat/quick-replies.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { QuickReplyInput } from '../../../domain/chat/quick-replies.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { useCommand } from '../../use-command.ts'
import { useRemoveWithUndo } from '../../use-remove-with-undo.ts'
import { useQuickRepliesList, useReadRepliesAgain } from './queries.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { Loaded } from '../../Loaded.tsx'

const LIMIT = LIMITS.quick_replies
const NEW: QuickReplyInput = { title: '', text: '' }

/** Where the user writes, changes and deletes quick replies. */
export function RepliesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuickRepliesList()
  const { data } = query
  const readAgain = useReadRepliesAgain()
  const create = useCommand(createQuickReply)
  const edit = useCommand(editQuickReply)
  /** The id of the reply whose form is open; "new" for one more. */
  const [opened, setOpened] = useState<string | null>(null)
  /** Whose form was closed last: what replaces it takes the focus. */
  const [closed, setClosed] = useState<string | null>(null)
  const { list, otherwise } = useFocusAfterRemoval<HTMLSpanElement>((data ?? []).map(({ id }) => id))

  function close() {
    setClosed(opened)
    setOpened(null)
  }

  async function save(input: QuickReplyInput, replyId?: string) {
    if (replyId === undefined) await create.mutateAsync({ body: input })
    else await edit.mutateAsync({ params: { replyId }, body: input })
    readAgain()
    close()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Quick replies</Trans>}
      description={<Trans>Choose one beside the message field: it is inserted there, and you send it.</Trans>}
    >
      <Loaded query={query} rows={2} hidesLaterErrors>
        {() => null}
      </Loaded>
      <ul ref={list} className="divide-y divide-line">
        {data?.map((reply) => (
          <li key={reply.id} className="py-3">
            {opened === reply.id ? (
              <FocusOnMount key="form">
                <ReplyForm initial={reply} onSubmit={(input) => save(input, reply.id)} onCancel={close} />
              </FocusOnMount>
            ) : (
              <FocusOnMount key="reply" isActive={closed === reply.id}>
                <Reply reply={reply} onEdit={() => setOpened(reply.id)} />
              </FocusOnMount>
            )}
          </li>
        ))}
      </ul>
      {opened === 'new' ? (
        <FocusOnMount key="form">
          <ReplyForm initial={NEW} onSubmit={(input) => save(input)} onCancel={close} />
        </FocusOnMount>
      ) : (
        data && (
          <FocusOnMount key="add" isActive={closed === 'new'} className="mt-3">
            {data.length < LIMIT ? (
              <span ref={otherwise}>
                <Button onClick={() => setOpened('new')}>
                  <Trans>Add a quick reply</Trans>
                </Button>
              </span>
            ) : (
              <p className="text-muted">
                <Trans>You can have up to {LIMIT} quick replies.</Trans>
              </p>
            )}
          </FocusOnMount>
        )
      )}
    </Dialog>
  )
}

function Reply({ reply, onEdit }: { reply: QuickReply; onEdit: () => void }) {
  const { t } = useLingui()
  const readAgain = useReadRepliesAgain()
  const remove = useCommand(deleteQuickReply)
  const create = useCommand(createQuickReply)
  const { title, text } = reply
  const name = title === '' ? text : title
  // A reply that is created again is the last one.
  const removal = useRemoveWithUndo({
    remove: () => remove.mutateAsync({ params: { replyId: reply.id } }),
    restore: () => create.mutateAsync({ body: { title, text } }),
    readAgain,
    done: t`Quick reply deleted.`,
  })

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
        <Button size="row" busy={removal.isPending} onClick={removal.removeIt}>
          <Trans>Delete</Trans>
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
    </div>
  )
}
