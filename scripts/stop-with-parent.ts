const lookEveryMs = 500

/**
 * Stops this process when the npm that runs it is gone. A signal sent to npm reaches the shell between the two
 * and may not reach this process: without this, stopping npm would leave a server on the port.
 */
export function stopWithParent(): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs)
  timer.unref()
}
