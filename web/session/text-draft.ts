import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '../../domain/api/accounts/sessions.ts'
import { useHydrated } from '../ui/hydration/use-hydrated.ts'
import { sessionKey } from './session.ts'

const PREFIX = 'draft '

export type StoredDraft = {
  /** Empty where nothing is stored. */
  read: (this: void) => string
  /** An empty text is removed. */
  write: (this: void, text: string) => void
}

/**
 * What the user writes at a place, for instance the chat of a trade, in the storage of this tab: a phone drops a page while a
 * bank's app is open. Another user of the tab has their own, and signing out removes them all.
 */
export function useStoredDraft(place: string): StoredDraft {
  const userId = useQueryClient().getQueryData<Session>(sessionKey)?.user?.id ?? 'visitor'
  const key = `${PREFIX}${userId} ${place}`
  return { read: () => readStored(key), write: (text) => writeStored(key, text) }
}

export type TextDraft = {
  text: string
  write: (this: void, text: string) => void
  /** Removes what is stored. */
  sent: (this: void) => void
}

/** The text of a field, stored until `sent`. `initial` is what the field begins with when nothing was written. */
export function useTextDraft(place: string, initial = ''): TextDraft {
  const { read, write } = useStoredDraft(place)
  const [written, setWritten] = useState<string | null>(null)
  const stored = useHydrated() ? read() : ''
  return {
    text: written ?? (stored || initial),
    write(changed) {
      write(changed)
      setWritten(changed)
    },
    sent: () => write(''),
  }
}

/** Removes the drafts of all users of this tab. */
export function removeDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Without storage there are none.
  }
}

function readStored(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function writeStored(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Without storage the text lives as long as the page.
  }
}
