import { useSyncExternalStore } from 'react'

/** A setting of this browser, kept in its storage; every tab follows. `web/layout/first.js` reads some before the first paint. */
export type Choice<Value extends string> = {
  read: () => Value
  write: (value: Value) => void
  /** The setting as a page shows it. Prerendered pages render `otherwise` first. */
  use: () => Value
}

/** Signing out keeps these, since they are not private (web/session/sign-out.ts). */
export type ChoiceKey = 'language' | 'language-offer' | 'numerals' | 'theme' | 'trade-sound' | 'shortcuts' | 'account'

/** The setting under `key`: one of `values`, or `otherwise` by default. */
export function choice<Value extends string>(
  key: ChoiceKey,
  values: readonly Value[],
  otherwise: Value,
): Choice<Value> {
  const changed = `${key}change`

  function read(): Value {
    try {
      const stored = localStorage.getItem(key)
      return values.find((value) => value === stored) ?? otherwise
    } catch {
      return otherwise
    }
  }

  function write(value: Value): void {
    try {
      if (value === otherwise) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // Without storage the page keeps the default.
    }
    window.dispatchEvent(new Event(changed))
  }

  function subscribe(onChange: () => void): () => void {
    window.addEventListener(changed, onChange)
    window.addEventListener('storage', onChange)
    return () => {
      window.removeEventListener(changed, onChange)
      window.removeEventListener('storage', onChange)
    }
  }

  return { read, write, use: () => useSyncExternalStore(subscribe, read, () => otherwise) }
}
