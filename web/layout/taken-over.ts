/** Tells layout/first.js that React answers presses from now on. */
export function tellTakenOver(): void {
  performance.mark('taken-over')
  const { takenOver } = globalThis as { takenOver?: () => void }
  takenOver?.()
}
