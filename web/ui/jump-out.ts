import { createContext, useContext } from 'react'

/** Closes the dialog around and leads to a part of the page below; null where there is no dialog. */
export const JumpOut = createContext<((part: string) => void) | null>(null)

/** Leads to the part of the page with this id, with the focus; to `otherwise` while that part is not there. */
export function useJump(to: string, otherwise = to): () => void {
  const jumpOut = useContext(JumpOut)
  return () => {
    const present = document.getElementById(to) ? to : otherwise
    if (jumpOut) return jumpOut(present)
    const part = document.getElementById(present)
    part?.scrollIntoView()
    part?.focus({ preventScroll: true })
  }
}
