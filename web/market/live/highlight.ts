import type { Change } from './watch-offers.ts'

const HIGHLIGHT_MS = 2000

/** Draws the changed figures on a ground that fades; readers who prefer reduced motion see the new figures only. */
export function highlight(changes: readonly Change[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const { offerId, what } of changes) {
    const figure = document.querySelector(`[data-offer="${offerId}"] [data-live="${what}"]`)
    figure?.animate([{ backgroundColor: 'var(--accent-soft)' }, { backgroundColor: 'transparent' }], HIGHLIGHT_MS)
  }
}
