import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import type { TradeFile } from '../../../domain/api/trades/evidence.ts'
import { FILE_MAX_BYTES, UPLOAD_TYPES } from '../../../domain/trades/evidence.ts'
import type { FilePurpose } from '../../../domain/trades/evidence.ts'
import { Button } from '../../ui/Button.tsx'
import { ScaledNote } from '../../ui/notices/ScaledNote.tsx'
import { UploadRow } from './UploadRow.tsx'
import { useUploads, type ScaledUpload } from './use-uploads.ts'

const MEGABYTES = FILE_MAX_BYTES / 1024 / 1024
const PICTURE_TYPES = UPLOAD_TYPES.filter((type) => type.startsWith('image/'))

type Props = {
  tradeId: string
  purpose: FilePurpose
  /** How many files may still be added (`filesLeft`); at 0 the control says so and takes none. */
  left: number
  /** Called with each file that the server has stored; it is in `useFiles` by then. */
  onAdded?: (file: TradeFile) => void
  /** Called when the first file begins to be sent, and when none is any more. */
  onSending?: (isSending: boolean) => void
}

/**
 * Adds files to a trade: dropped, pasted, chosen, or taken with a phone's camera. Shows the progress of each, and lets the user
 * cancel it or send it again. Stored files are not shown here: render a `FileList` beside it.
 */
export function FileUpload({ tradeId, purpose, left, onAdded = () => {}, onSending = () => {} }: Props) {
  const { t } = useLingui()
  const { uploads, scaled, add, retry, cancel, remove } = useUploads({ tradeId, purpose, onAdded })
  const [isOver, setIsOver] = useState(false)
  const sending = uploads.filter(({ problem }) => problem === null).length
  const free = left - sending
  useReport(sending > 0, onSending)

  function take(files: readonly File[]) {
    add(files.slice(0, Math.max(0, free)))
  }
  usePastedFiles(take)

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take([...event.dataTransfer.files])
  }

  return (
    <div className="grid gap-3">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons do the same by keyboard */}
      <div
        role="group"
        aria-label={t`Add a file`}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-3 rounded-control border border-dashed px-4 py-5 text-center ${isOver ? 'border-accent bg-line/40' : 'border-edge'}`}
      >
        <div className="flex flex-wrap justify-center gap-2">
          <PickButton isDisabled={left <= 0} isBusy={free <= 0} onPick={take}>
            <Trans>Choose a file</Trans>
          </PickButton>
          {/* A device without a touch screen has no camera that takes pictures of documents. */}
          <PickButton
            isCamera
            isDisabled={left <= 0}
            isBusy={free <= 0}
            onPick={take}
            className="hidden pointer-coarse:inline-flex"
          >
            <Trans>Take a photo</Trans>
          </PickButton>
        </div>
        <p className="text-sm text-muted">
          <span className="pointer-coarse:hidden">
            <Trans>You can also drop or paste it here.</Trans>{' '}
          </span>
          <Trans>JPEG, PNG, WebP or PDF, up to {MEGABYTES} MB.</Trans>{' '}
          {left > 0 ? (
            <Plural value={left} one="You can add # file." other="You can add # files." />
          ) : (
            <Trans>You can’t add any more files.</Trans>
          )}
        </p>
      </div>
      {uploads.length > 0 && (
        <ul className="grid gap-2">
          {uploads.map((uploading) => (
            <UploadRow
              key={uploading.id}
              uploading={uploading}
              onRetry={() => retry(uploading)}
              onCancel={() => cancel(uploading)}
              onRemove={() => remove(uploading)}
            />
          ))}
        </ul>
      )}
      <ScaledUploads scaled={scaled} />
    </div>
  )
}

/** Which stored pictures are smaller than the chosen ones. */
function ScaledUploads({ scaled }: { scaled: readonly ScaledUpload[] }) {
  return (
    <div role="status" className="text-sm text-muted">
      {scaled.map(({ id, name, scaling }) => (
        <p key={id}>
          <bdi>{name}</bdi> · <ScaledNote {...scaling} />
        </p>
      ))}
    </div>
  )
}

type PickProps = {
  onPick: (files: readonly File[]) => void
  isDisabled: boolean
  /** The last file that fits is being sent: the button keeps the focus. */
  isBusy: boolean
  isCamera?: boolean
  className?: string
  children: ReactNode
}

function PickButton({ onPick, isDisabled, isBusy, isCamera = false, className = '', children }: PickProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size="row"
        disabled={isDisabled}
        busy={isBusy && !isDisabled}
        onClick={() => input.current?.click()}
        className={className}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={(isCamera ? PICTURE_TYPES : UPLOAD_TYPES).join(',')}
        capture={isCamera ? 'environment' : undefined}
        multiple={!isCamera}
        hidden
        aria-label={isCamera ? t`Photo` : t`File`}
        onChange={(event) => {
          onPick([...(event.target.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.target.value = ''
        }}
      />
    </>
  )
}

function useReport(isSending: boolean, report: (isSending: boolean) => void): void {
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  useEffect(() => latest.current(isSending), [isSending])
}

/** Files pasted anywhere on the page but into a field or the chat, whose own paste it is. */
function usePastedFiles(take: (files: readonly File[]) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (event.defaultPrevented || files.length === 0 || isField(event.target)) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
}
