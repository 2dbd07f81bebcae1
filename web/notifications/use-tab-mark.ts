import { useEffect } from 'react'
import { markTab } from './tab-mark.ts'

/** Marks the browser's tab with these words while the page is shown; null: not. */
export function useTabMark(words: string | null): void {
  useEffect(() => (words === null ? undefined : markTab(words)), [words])
}
