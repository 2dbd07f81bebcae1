import { useEffect, useState } from 'react'

const SETTLE_MS = 350

/** A text that follows the address, and updates it when typing pauses. */
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
    const timer = setTimeout(() => {
      setCommitted(typed)
      commit(typed)
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  })
  return [typed, setTyped]
}
