import { Trans, useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { MESSAGE_MAX } from '../../domain/chat.ts'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { ERRORS } from '../../domain/errors.ts'
import { QuickReplies } from '../quick-replies/QuickReplies.tsx'
import { afterFrame } from '../ui/after-frame.ts'
import { Button } from '../ui/Button.tsx'
import { Translated } from '../ui/Translated.tsx'
import { AttachmentPreview } from './AttachmentPreview.tsx'
import type { Attachment } from './outbox.ts'

/** The box grows with its text between these (spec-coverage 2). */
const HEIGHT_MIN = 40
const HEIGHT_MAX = 120

/** The message field. Enter sends, Shift and Enter starts a line; a picture is chosen or pasted. */
export function Composer({ onSend }: { onSend: (text: string, attachment: Attachment | null) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [attachment, setAttachment] = useState<Attachment | null>(null)
  const [problem, setProblem] = useState<string>()
  const box = useAutoHeight()
  const canSend = text.trim() !== '' || attachment !== null

  function send() {
    if (!canSend) return
    onSend(text.trim(), attachment)
    setText('')
    setAttachment(null)
    box.current?.focus()
  }

  function insert(added: string) {
    const { selectionStart: start, selectionEnd: end } = box.current!
    setText((text.slice(0, start) + added + text.slice(end)).slice(0, MESSAGE_MAX))
    setProblem(undefined)
    // The menu that closes gives the focus to its button first.
    void afterFrame().then(() => {
      box.current?.focus()
      box.current?.setSelectionRange(start + added.length, start + added.length)
    })
  }

  function attach(file: File | undefined) {
    if (!file) return
    const refusal = refusalOf(file)
    setProblem(refusal)
    if (refusal !== undefined) return
    detach()
    setAttachment({ file, url: URL.createObjectURL(file) })
  }

  function detach() {
    if (attachment) URL.revokeObjectURL(attachment.url)
    setAttachment(null)
  }

  return (
    <form
      className="border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {problem !== undefined && (
        <p role="alert" className="mb-2 text-sm font-medium text-sell">
          <Translated text={problem} />
        </p>
      )}
      {attachment && <AttachmentPreview attachment={attachment} onRemove={detach} />}
      <div className="flex items-end gap-2">
        <AttachButton onPick={attach} />
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
            setProblem(undefined)
          }}
          onKeyDown={(event) => isSendKey(event) && (event.preventDefault(), send())}
          onPaste={(event) => attach(pastedImage(event))}
          className="min-w-0 grow resize-none rounded-control border border-edge bg-surface px-3 py-[7px] text-ink placeholder:text-muted"
        />
        <Button type="submit" size="row" variant="accent" disabled={!canSend}>
          <Trans>Send</Trans>
        </Button>
      </div>
    </form>
  )
}

function AttachButton({ onPick }: { onPick: (file: File | undefined) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        aria-label={t`Attach image`}
        onClick={() => input.current?.click()}
        className="grid size-10 shrink-0 place-items-center rounded-control text-muted hover:bg-line/60 hover:text-ink"
      >
        <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
          <rect x="2" y="3" width="16" height="14" rx="2" />
          <circle cx="7" cy="8" r="1.6" />
          <path d="m3 15 5-4 3 2.5 3-3.5 4 4" />
        </svg>
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t`Image file`}
        onChange={(event) => {
          onPick(event.target.files?.[0])
          // The same file may be chosen again after it was removed.
          event.target.value = ''
        }}
      />
    </>
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

/** Enter alone; not the Enter that completes a word of an input method. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing
}

/** Refuses a file before the upload; the server checks again. */
function refusalOf(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return ERRORS.image_unreadable.text
  return file.size > IMAGE_MAX_BYTES ? ERRORS.image_too_large.text : undefined
}

function pastedImage(event: ClipboardEvent): File | undefined {
  const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'))
  if (file) event.preventDefault()
  return file
}
