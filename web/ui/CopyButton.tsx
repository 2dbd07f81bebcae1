import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Check, Copy } from './icons.tsx'

/** How long the confirmation stays (spec-coverage 9). */
const COPIED_MS = 2000

type State = 'idle' | 'copied' | 'failed'

/** Copies `text` to the clipboard and confirms it for two seconds. `label` names the text: "Copy the reference". */
export function CopyButton({ text, label }: { text: string; label: string }) {
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

  const word = { idle: t`Copy`, copied: t`Copied`, failed: t`Could not copy` }[state]
  return (
    <>
      <Button size="row" aria-label={state === 'idle' ? label : word} onClick={() => void copy()}>
        {state === 'copied' ? <Check /> : <Copy />}
        {word}
      </Button>
      <span className="sr-only" aria-live="polite">
        {state === 'idle' ? '' : word}
      </span>
    </>
  )
}
