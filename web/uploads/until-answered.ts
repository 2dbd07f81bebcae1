import { ApiError } from '../client.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000
const RETRY_FOR_MS = 120_000
/** A slow line that buffers what it was given is silent for long; each attempt is given twice the time of the one before. */
const DOUBLED_MAX = 2

type Options = {
  /** How long the first attempt may be silent. */
  silentMs: number
  /** Called before each wait. */
  onWait: () => void
  signal?: AbortSignal | undefined
}

/**
 * Repeats a request, after growing waits, that is not answered or is answered that the service is busy. Throws its error two
 * minutes after the first.
 */
export async function untilAnswered<T>(
  send: (silentMs: number) => Promise<T>,
  { silentMs, onWait, signal }: Options,
): Promise<T> {
  let until = Infinity
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(silentMs * 2 ** Math.min(attempt, DOUBLED_MAX))
    } catch (error) {
      const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)
      until = Math.min(until, Date.now() + RETRY_FOR_MS)
      const isUnanswered = error instanceof ApiError && (error.status === 0 || error.status === 503)
      if (!isUnanswered || Date.now() + wait > until) throw error
      onWait()
      await delay(wait, signal)
    }
  }
}

/** Rejects with the signal's reason where it aborts first. */
function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel)
      resolve()
    }, ms)
    signal?.addEventListener('abort', cancel)
  })
}
