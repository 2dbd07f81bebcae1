import { createContext } from 'react'

/** Closes the dialog around and leads to a part of the page below; null where there is no dialog. */
export const JumpOut = createContext<((part: string) => void) | null>(null)
