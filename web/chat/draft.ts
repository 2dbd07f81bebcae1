import { useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { errorText } from '../client.ts'
import { prepareUpload } from '../uploads/prepare-upload.ts'
import { useStoredDraft } from '../session/text-draft.ts'
import type { Attachment } from './outbox.ts'

/** The next message. Its text outlives the sheet of the chat and the page; the picture only the sheet. */
export type Draft = {
  /** No state, so that only the message field is rendered while the user types. */
  readText: () => string
  writeText: (text: string) => void
  attachment: Attachment | null
  /** Whether a picture is being checked and scaled down, which takes a phone a moment. */
  isPreparing: boolean
  /** Why the last file was refused. */
  problem: string | null
  /** Attaches a picture that was chosen, taken, dropped or pasted, in place of the one before; several are refused. */
  attach: (files: readonly File[]) => void
  detach: () => void
  /** The message was handed over, and the picture with it. */
  sent: () => void
}

export function useDraft(tradeId: string): Draft {
  const { t } = useLingui()
  const stored = useStoredDraft(`chat ${tradeId}`)
  const text = useRef<string>(null)
  const chosen = useRef<File | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  const [attachment, setAttachment] = useState<Attachment | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  function replace(next: Attachment | null) {
    setAttachment((former) => {
      if (former) URL.revokeObjectURL(former.url)
      return next
    })
  }

  async function prepare(file: File) {
    chosen.current = file
    setIsPreparing(true)
    const [prepared, refusal] = await prepareUpload(file, 'image').then(
      (scaled) => [scaled, null] as const,
      (error: unknown) => [null, errorText(error)] as const,
    )
    // Another picture was chosen meanwhile.
    if (chosen.current !== file) return
    setIsPreparing(false)
    setProblem(refusal)
    if (prepared) replace({ ...prepared, url: URL.createObjectURL(prepared.file) })
  }

  return {
    readText: () => (text.current ??= stored.read() ?? ''),
    writeText(written) {
      text.current = written
      if (written === '') stored.discard()
      else stored.write(written)
      // The user goes on, so a refusal has been read.
      if (problem !== null) setProblem(null)
    },
    attachment,
    isPreparing,
    problem,
    attach(files) {
      const [file] = files
      if (files.length > 1) return setProblem(t`Add one image at a time.`)
      if (file) void prepare(file)
    },
    detach: () => replace(null),
    sent() {
      text.current = ''
      stored.discard()
      setAttachment(null)
      setProblem(null)
    },
  }
}
