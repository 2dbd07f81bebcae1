import { createContext, useContext } from 'react'

/** Closes the dialog around and leads to a part of the page below; null where there is no dialog. */
export const JumpOut = createContext<((part: string) => void) | null>(null)

/** Leads to the part of the page with this id, with the focus. */
export function useJump(to: string): () => void {
  const jumpOut = useContext(JumpOut)
  return () => {
    if (jumpOut) return jumpOut(to)
    const part = document.getElementById(to)
    part?.scrollIntoView()
    part?.focus({ preventScroll: true })
  }
}
