import type { Change } from './watch-offers.ts'

const HIGHLIGHT_MS = 2000

/** Draws the changed values on a background that fades; readers who prefer reduced motion see the new values only. */
export function highlight(changes: readonly Change[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const { offerId, what } of changes) {
    const value = document.querySelector(`[data-offer="${offerId}"] [data-live="${what}"]`)
    value?.animate([{ backgroundColor: 'var(--accent-soft)' }, { backgroundColor: 'transparent' }], HIGHLIGHT_MS)
  }
}
