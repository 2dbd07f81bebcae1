import { Trans } from '@lingui/react/macro'
import { useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react'

type Props = { onFiles: (files: readonly File[]) => void; children: ReactNode }

/** Takes files that are dropped on the chat, or pasted while the focus is in it. */
export function DropArea({ onFiles, children }: Props) {
  const [isOver, setIsOver] = useState(false)

  function drop(event: DragEvent) {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || isText(event.clipboardData)) return
    event.preventDefault()
    onFiles(files)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a button in it attaches a picture by keyboard
    <div
      className="relative flex min-h-0 grow flex-col"
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={drop}
      onPaste={paste}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-panel border-2 border-dashed border-accent bg-surface/90 text-lg font-semibold">
          <Trans>Drop the image here</Trans>
        </div>
      )}
    </div>
  )
}

/** Copied cells and paragraphs come with a picture of themselves: there the text is meant. */
function isText({ types }: DataTransfer): boolean {
  return types.includes('text/plain') && types.includes('text/html')
}

function hasFiles({ types }: DataTransfer): boolean {
  return types.includes('Files')
}
