import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

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
  const typed = useRef<string>(undefined)
  const first = useRef({ value, onTyped })
  // Another layout effect may render the control again, which puts React's value back.
  useLayoutEffect(() => {
    typed.current = input.current?.value
  }, [])
  useEffect(() => {
    if (typed.current !== undefined && typed.current !== first.current.value) first.current.onTyped?.(typed.current)
  }, [])
  return input
}

/** The same for a box to tick. */
export function usePreHydrationChecked(
  checked: boolean,
  onTicked: (ticked: boolean) => void,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const ticked = useRef<boolean>(undefined)
  const first = useRef({ checked, onTicked })
  useLayoutEffect(() => {
    ticked.current = input.current?.checked
  }, [])
  useEffect(() => {
    if (ticked.current !== undefined && ticked.current !== first.current.checked) first.current.onTicked(ticked.current)
  }, [])
  return input
}
