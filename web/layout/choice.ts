import { useSyncExternalStore } from 'react'

/** A choice of this browser's, kept in its storage; every tab follows. `public/first.js` reads some before the first paint. */
export type Choice<Value extends string> = {
  read: () => Value
  write: (value: Value) => void
  /** The choice as a page shows it. Pages written out at build time are drawn with `otherwise` first. */
  use: () => Value
  /** Remembers the choice over an emptied storage: call what it returns afterwards. */
  hold: () => () => void
}

/** The choice kept under `key`: one of `values`, or `otherwise` while nothing was chosen. */
export function choice<Value extends string>(key: string, values: readonly Value[], otherwise: Value): Choice<Value> {
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
      // A browser that stores nothing stays with what it shows without a choice.
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

  function hold(): () => void {
    const held = read()
    return () => write(held)
  }

  return { read, write, hold, use: () => useSyncExternalStore(subscribe, read, () => otherwise) }
}
