import { useEffect, useRef, type RefObject } from 'react'

/**
 * Takes over what was typed into a page written out at build time before its scripts ran: React hears nothing of it, and
 * would put its own value back at the next change. Put the ref on the input.
 */
export function usePreHydrationInput(
  value: string,
  onTyped: ((typed: string) => void) | undefined,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const first = useRef({ value, onTyped })
  useEffect(() => {
    const typed = input.current?.value
    if (typed !== undefined && typed !== first.current.value) first.current.onTyped?.(typed)
  }, [])
  return input
}
