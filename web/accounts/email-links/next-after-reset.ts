/** Where a user wanted to go who asked for a new password: its link opens in another tab, whose address does not say so. */
import { RESET_MINUTES } from '../../../domain/accounts/accounts.ts'
import { ownPath } from '../../../domain/own-path.ts'

const KEY = 'next-after-reset'

export function keepNext(next: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ next, until: Date.now() + RESET_MINUTES * 60_000 }))
  } catch {
    // Without storage the user signs in, and looks for the offer again.
  }
}

/** An address of this site, or null. */
export function nextAfterReset(): string | null {
  try {
    const { next, until } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { next?: string; until?: number }
    return ownPath(until !== undefined && Date.now() < until ? (next ?? null) : null, '') || null
  } catch {
    return null
  }
}
