import { useEffect, useState } from 'react'

const SETTLE_MS = 350

/** A text that follows the address, and goes there once typing rests. */
export function useTyped(inAddress = '', commit: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const [committed, setCommitted] = useState(inAddress)
  if (inAddress !== seen) {
    setSeen(inAddress)
    // An address changed from outside wins over the text; our own change, arriving late, does not.
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
