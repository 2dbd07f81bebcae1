import { useEffect, useState } from 'react'

const SETTLE_MS = 350

/** A text that follows the address, and updates it when typing pauses or the field is left. */
export function useTyped(inAddress = '', commit: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const [committed, setCommitted] = useState(inAddress)
  if (inAddress !== seen) {
    setSeen(inAddress)
    // An external change of the address replaces the text; the late arrival of our own change does not.
    if (inAddress !== committed) setTyped(inAddress)
  }
  useEffect(() => {
    if (typed === committed) return
    const settle = () => {
      stop()
      setCommitted(typed)
      commit(typed)
    }
    const timer = setTimeout(settle, SETTLE_MS)
    const stop = () => {
      clearTimeout(timer)
      for (const event of LEAVING) removeEventListener(event, settle, true)
    }
    // Before a link is followed: later, the change of the address would replace the page that is still loading.
    for (const event of LEAVING) addEventListener(event, settle, true)
    return stop
  })
  return [typed, setTyped]
}

const LEAVING = ['pointerdown', 'focusout'] as const
