import { useLayoutEffect, useRef, type RefObject } from 'react'

type TypedControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Takes over what was typed or chosen before the page's scripts ran: React gets no event for it, and would put its own
 * value back at the next change. Put the ref on the control.
 */
export function usePreHydrationInput<Control extends TypedControl = HTMLInputElement>(
  value: string,
  onTyped: ((typed: string) => void) | undefined,
): RefObject<Control | null> {
  const input = useRef<Control>(null)
  const first = useRef({ value, onTyped })
  // Before a layout effect of the page can render again, which puts React's value back.
  useLayoutEffect(() => {
    const typed = input.current?.value
    if (typed !== undefined && typed !== first.current.value) first.current.onTyped?.(typed)
  }, [])
  return input
}
