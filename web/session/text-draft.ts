import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '../../domain/api/accounts/sessions.ts'
import { useHydrated } from '../ui/hydration/use-hydrated.ts'
import { sessionKey } from './session.ts'

const PREFIX = 'draft '

export type StoredDraft = {
  /** Null where nothing is stored. */
  read: (this: void) => string | null
  write: (this: void, text: string) => void
  discard: (this: void) => void
}

/**
 * What the user writes at a place, for instance the chat of a trade, in the storage of this tab: a phone drops a page while a
 * bank's app is open. Another user of the tab, and each owner for whom a user acts, has their own; signing out removes them all.
 * A visitor has none, since nothing would remove them.
 */
export function useStoredDraft(place: string): StoredDraft {
  const { user, actingFor } = useQueryClient().getQueryData<Session>(sessionKey) ?? {}
  if (!user) return NONE
  const key = `${PREFIX}${[user.id, actingFor?.id, place].filter(Boolean).join(' ')}`
  return {
    read: () => withStorage((storage) => storage.getItem(key)),
    write: (text) => withStorage((storage) => storage.setItem(key, text)),
    discard: () => withStorage((storage) => storage.removeItem(key)),
  }
}

const NONE: StoredDraft = { read: () => null, write: () => {}, discard: () => {} }

export type TextDraft = {
  text: string
  write: (this: void, text: string) => void
  discard: (this: void) => void
}

/** The text of a field, stored until `discard`. `initial` is what the field begins with when nothing was written. */
export function useTextDraft(place: string, initial = ''): TextDraft {
  const { read, write, discard } = useStoredDraft(place)
  const [written, setWritten] = useState<string | null>(null)
  const stored = useHydrated() ? read() : null
  return {
    text: written ?? stored ?? initial,
    write(changed) {
      if (changed === initial) discard()
      else write(changed)
      setWritten(changed)
    },
    discard,
  }
}

/** Removes the drafts of all users of this tab. */
export function removeDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key)
  })
}

/** Null where the browser has no storage, or it is full: the text lives as long as the page. */
function withStorage<Result>(act: (storage: Storage) => Result): Result | null {
  try {
    return act(sessionStorage)
  } catch {
    return null
  }
}
