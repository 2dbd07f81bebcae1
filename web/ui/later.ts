import { useEffect, useState } from 'react'

type Later<Part> = {
  /** The module once it was brought; null until then. */
  part: Part | null
  /** Fetches it, so that it is there when wanted. */
  fetch: () => void
  /** Fetches it and draws with it. A press on a lost line may be tried again. */
  bring: () => void
}

/**
 * A module the first sight of a page does without: its weight stays out of the way until somebody reaches for it.
 * `load` is the same function at every call.
 */
export function useLater<Part>(load: () => Promise<Part>): Later<Part> {
  const [part, setPart] = useState<Part | null>(null)
  return {
    part,
    fetch: () => void load().catch(() => {}),
    bring: () =>
      void load().then(
        (loaded) => setPart(() => loaded),
        () => {},
      ),
  }
}

/** Does some work once, when the page has loaded and has nothing else to do. */
export function useWhenQuiet(work: () => void): void {
  useEffect(() => {
    // Safari knows no idle moments.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(work, QUIET_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(work)
    return () => cancelIdleCallback(request)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
}

const QUIET_MS = 1500
