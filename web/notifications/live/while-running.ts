import { isVisible, type Feeder } from './feed.ts'

/**
 * Feeds the tab while its page runs, until the returned function is called. A page that the browser keeps or freezes gives up its
 * connection: it would be silent for the other tabs, and keep the browser from showing the page again as it was.
 */
export function feedWhileRunning(open: () => Feeder): () => void {
  let feeder: Feeder | undefined = open()

  function close() {
    feeder?.close()
    feeder = undefined
  }

  function wake() {
    if (!feeder) feeder = open()
    else if (isVisible()) feeder.wake()
  }

  function onVisibilityChange() {
    if (isVisible()) wake()
    else feeder?.hide()
  }

  const listening = new AbortController()
  const { signal } = listening
  for (const name of ['pageshow', 'focus', 'online']) window.addEventListener(name, wake, { signal })
  document.addEventListener('resume', wake, { signal })
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  window.addEventListener('offline', () => feeder?.goOffline(), { signal })
  window.addEventListener('pagehide', close, { signal })
  document.addEventListener('freeze', close, { signal })
  return () => {
    listening.abort()
    close()
  }
}
