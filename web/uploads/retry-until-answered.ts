import { ApiError } from '../client.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000
const RETRY_FOR_MS = 120_000
/** A slow line that buffers is silent for long: the second attempt may be silent twice as long, and later ones four times. */
const DOUBLED_MAX = 2

type Options = {
  /** How long the first attempt may be silent. */
  silentMs: number
  /** Called before each wait. */
  onWait: () => void
  signal?: AbortSignal | undefined
}

/** What a proxy answers while the server restarts, and the server while it is busy; 0 is no answer. */
const RETRIED: readonly number[] = [0, 502, 503, 504]

/**
 * Repeats a request, after growing waits, while it gets no answer or the service is busy. Throws the last error once two minutes
 * have passed since the first, or the signal's reason.
 */
export async function retryUntilAnswered<T>(
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
      const isUnanswered = error instanceof ApiError && RETRIED.includes(error.status)
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
