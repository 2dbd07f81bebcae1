import { useRef, useState } from 'react'
import { CHAT_IMAGE_TYPES } from '../../domain/chat/chat.ts'
import { ERRORS } from '../../domain/errors.ts'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { useStoredDraft } from '../session/text-draft.ts'
import type { Attachment } from './outbox.ts'

/** The next message. Its text outlives the sheet of the chat and the page; the picture only the sheet. */
export type Draft = {
  /** No state, so that only the message field is rendered while the user types. */
  readText: () => string
  writeText: (text: string) => void
  attachment: Attachment | null
  /** Why the last file was refused. */
  problem: string | null
  /** Attaches a picture that was chosen, taken, dropped or pasted, in place of the one before; several are refused. */
  attach: (files: readonly File[]) => void
  detach: () => void
  /** The message was handed over, and the picture with it. */
  sent: () => void
}

const ONE_IMAGE = /*i18n*/ 'Add one image at a time.'

export function useDraft(tradeId: string): Draft {
  const stored = useStoredDraft(`chat ${tradeId}`)
  const text = useRef<string>(null)
  const [attachment, setAttachment] = useState<Attachment | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  function detach() {
    if (attachment) URL.revokeObjectURL(attachment.url)
    setAttachment(null)
  }

  return {
    readText: () => (text.current ??= stored.read()),
    writeText(written) {
      text.current = written
      stored.write(written)
      // The user goes on, so a refusal has been read.
      if (problem !== null) setProblem(null)
    },
    attachment,
    problem,
    attach(files) {
      const [file] = files
      if (!file) return
      const refusal = files.length > 1 ? ONE_IMAGE : refusalOf(file)
      setProblem(refusal)
      if (refusal !== null) return
      detach()
      setAttachment({ file, url: URL.createObjectURL(file) })
    },
    detach,
    sent() {
      text.current = ''
      stored.write('')
      setAttachment(null)
      setProblem(null)
    },
  }
}

/** Refuses a file before the upload; the server checks again. A file of a kind unknown to the system has no type. */
function refusalOf({ type, size }: File): string | null {
  if (size === 0 || (type !== '' && !CHAT_IMAGE_TYPES.includes(type))) return ERRORS.image_unreadable.text
  return size > IMAGE_MAX_BYTES ? ERRORS.image_too_large.text : null
}
