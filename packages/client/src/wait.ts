/** Waits; rejects as soon as the signal is aborted. */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason as Error)
    const stop = () => {
      clearTimeout(timer)
      fail(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
