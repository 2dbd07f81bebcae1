import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { RECEIPT_FILE_MAX_BYTES } from '../../../domain/trades/receipts.ts'
import { Button } from '../../ui/Button.tsx'
import { useHydrated } from '../../ui/hydration/use-hydrated.ts'

const MEGABYTES = RECEIPT_FILE_MAX_BYTES / 1024 / 1024

/** Takes a receipt as text or as a file, and passes its text on. */
export function VerifyForm({ limit, onGiven }: { limit: number; onGiven: (text: string) => void }) {
  const { t } = useLingui()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const [isEmpty, setIsEmpty] = useState(false)
  const isHydrated = useHydrated()
  const text = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const given = text.current?.value.trim() ?? ''
    setIsEmpty(given === '')
    if (given === '') text.current?.focus()
    else onGiven(given)
  }

  async function read(input: HTMLInputElement) {
    const chosen = input.files?.[0]
    // The same file may be chosen again.
    input.value = ''
    if (!chosen) return
    setIsEmpty(false)
    setIsTooLarge(chosen.size > RECEIPT_FILE_MAX_BYTES)
    // Latin-1 keeps every byte of a PDF, in which the token is ASCII text.
    if (chosen.size <= RECEIPT_FILE_MAX_BYTES) onGiven(new TextDecoder('latin1').decode(await chosen.arrayBuffer()))
  }

  // A file that was chosen before the page could react to it.
  const readEarly = useEffectEvent(() => {
    if (file.current) void read(file.current)
  })
  useEffect(() => readEarly(), [])

  return (
    <form onSubmit={submit} className="grid gap-4">
      <label className="grid gap-1.5 text-sm font-medium">
        <Trans>Receipt, or its link</Trans>
        <textarea
          ref={text}
          rows={7}
          maxLength={limit}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          className="w-full resize-y rounded-control border border-edge bg-surface px-3 py-2.5 font-mono text-sm font-normal text-ink"
        />
      </label>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="accent" disabled={!isHydrated}>
          <Trans>Verify</Trans>
        </Button>
        <Button disabled={!isHydrated} onClick={() => file.current?.click()}>
          <Trans>Choose a file</Trans>
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t`File`}
          accept="application/json,application/pdf,.json,.pdf"
          onChange={(event) => void read(event.target)}
        />
      </div>
      {isEmpty && (
        <p role="alert" className="font-medium text-sell">
          <Trans>Paste a receipt or its link, or choose a file.</Trans>
        </p>
      )}
      {isTooLarge && (
        <p role="alert" className="font-medium text-sell">
          <Trans>This file is too large for a receipt: up to {MEGABYTES} MB.</Trans>
        </p>
      )}
    </form>
  )
}
