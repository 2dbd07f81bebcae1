import { Trans, useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState } from 'react'
import { MESSAGE_MAX } from '../../domain/chat/chat.ts'
import { isBlank } from '../../domain/reading/characters.ts'
import { QuickReplies } from './quick-replies/QuickReplies.tsx'
import { afterFrame } from '../ui/hydration/after-frame.ts'
import { Button } from '../ui/Button.tsx'
import { AttachButton } from './AttachButton.tsx'
import { AttachmentPreview } from './AttachmentPreview.tsx'
import type { Draft } from './draft.ts'
import type { Attachment } from './outbox.ts'
import { isSendKey } from './send-key.ts'

/** The box grows with its text between these (spec-coverage 2). */
const HEIGHT_MIN = 40
const HEIGHT_MAX = 120

type Props = {
  draft: Draft
  onSend: (text: string, attachment: Attachment | null) => void
  /** Called at each change of the text by which something is left of it. */
  onTyping?: () => void
}

/** The message field. Enter sends, Shift and Enter starts a line. */
export function Composer({ draft, onSend, onTyping }: Props) {
  const { t } = useLingui()
  const [text, setShownText] = useState(draft.readText)
  const { attachment, isPreparing, problem } = draft
  const box = useAutoHeight()
  const canSend = (!isBlank(text) || attachment !== null) && !isPreparing

  function setText(changed: string) {
    draft.writeText(changed)
    setShownText(changed)
  }

  function send() {
    if (!canSend) return
    onSend(isBlank(text) ? '' : text.trim(), attachment)
    setText('')
    draft.sent()
    box.current?.focus()
  }

  function insert(added: string) {
    const { selectionStart: start, selectionEnd: end } = box.current!
    setText((text.slice(0, start) + added + text.slice(end)).slice(0, MESSAGE_MAX))
    // The menu that closes gives the focus to its button first.
    void afterFrame().then(() => {
      box.current?.focus()
      box.current?.setSelectionRange(start + added.length, start + added.length)
    })
  }

  return (
    <form
      className="border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {problem !== null && (
        <p role="alert" className="mb-2 text-sm font-medium text-sell">
          {problem}
        </p>
      )}
      {isPreparing && (
        <p role="status" className="mb-2 text-sm text-muted">
          <Trans>Preparing the image…</Trans>
        </p>
      )}
      {attachment && <AttachmentPreview attachment={attachment} onRemove={draft.detach} />}
      <div className="flex items-end gap-2">
        <AttachButton onPick={draft.attach} />
        <QuickReplies onInsert={insert} />
        <textarea
          ref={box}
          rows={1}
          value={text}
          maxLength={MESSAGE_MAX}
          // An empty box follows the page's direction, so that placeholder and caret are at its start.
          dir={text === '' ? undefined : 'auto'}
          aria-label={t`Message`}
          placeholder={t`Type a message…`}
          onChange={(event) => {
            setText(event.target.value)
            if (!isBlank(event.target.value)) onTyping?.()
          }}
          onKeyDown={(event) => isSendKey(event) && (event.preventDefault(), send())}
          className="min-w-0 grow resize-none rounded-control border border-edge bg-surface px-3 py-[7px] text-ink placeholder:text-muted"
        />
        <Button type="submit" size="row" variant="accent" disabled={!canSend}>
          <Trans>Send</Trans>
        </Button>
      </div>
    </form>
  )
}

function useAutoHeight() {
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, element.scrollHeight + 2))}px`
  })
  return box
}
