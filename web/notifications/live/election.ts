/** The election of one tab of the browser by a Web Lock, which the browser releases when the tab closes. */

type Candidate = {
  onElected: () => void
  /** Another tab has taken over. */
  onDeposed: () => void
}

export type Election = {
  /** Takes over from a tab that no longer answers. */
  takeOver: () => void
  leave: () => void
}

/** Waits in the queue for the lock, and again after another tab has taken it over. */
export function standForElection(lockName: string, { onElected, onDeposed }: Candidate): Election {
  let waiting = new AbortController()
  let release = () => {}
  let current = 0

  async function request(options: LockOptions) {
    const own = ++current
    try {
      await navigator.locks.request(lockName, options, () => {
        if (own !== current) return undefined
        onElected()
        return new Promise<void>((done) => (release = done))
      })
    } catch (error) {
      if (own !== current) return
      // The lock was taken over. Any other error would come again.
      if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
      onDeposed()
      queue()
    }
  }

  function queue() {
    waiting = new AbortController()
    void request({ signal: waiting.signal })
  }

  queue()
  return {
    takeOver() {
      waiting.abort()
      void request({ steal: true })
    },
    leave() {
      current++
      waiting.abort()
      release()
    },
  }
}
