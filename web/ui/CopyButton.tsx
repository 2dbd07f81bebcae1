import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import Check from 'lucide/dist/esm/icons/check.mjs'
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import { Icon } from './Icon.tsx'

/** How long the confirmation stays (spec-coverage 9). */
const COPIED_MS = 2000

type State = 'idle' | 'copied' | 'failed'

type Props = {
  text: string
  /** Names the text: "Copy the reference". */
  label: string
  /** On the button; "Copy" by default. */
  word?: string
  /** On a phone the icon alone, for a line with a long value. */
  isShort?: boolean
}

/** Copies `text` to the clipboard and confirms it for two seconds. */
export function CopyButton({ text, label, word: idle, isShort = false }: Props) {
  const { t } = useLingui()
  const [state, setState] = useState<State>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), COPIED_MS)
    return () => clearTimeout(timer)
  }, [state])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }

  const word = { idle: idle ?? t`Copy`, copied: t`Copied`, failed: t`Could not copy` }[state]
  return (
    <>
      <Button
        size="row"
        className={isShort ? 'max-sm:min-w-11 max-sm:px-3' : ''}
        aria-label={state === 'idle' ? label : word}
        onClick={() => void copy()}
      >
        <Icon of={state === 'copied' ? Check : Copy} size={16} />
        <span className={isShort ? 'max-sm:sr-only' : ''}>{word}</span>
      </Button>
      <span className="sr-only" aria-live="polite">
        {state === 'idle' ? '' : word}
      </span>
    </>
  )
}
