/** Tells layout/first.js that React answers presses from now on. */
export function tellTakenOver(): void {
  const { takenOver } = globalThis as { takenOver?: () => void }
  takenOver?.()
}
