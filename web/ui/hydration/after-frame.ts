/** Resolves once the browser has drawn the next frame: what was rendered before answers presses by then. */
export function afterFrame(): Promise<void> {
  // The server draws nothing, and neither does the browser on a hidden page.
  if (import.meta.env.SSR || document.hidden) return Promise.resolve()
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
}
