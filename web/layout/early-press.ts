/** A button pressed before React has taken the page over: layout/first.js keeps the press. */

type EarlyPresses = { end: () => HTMLButtonElement | undefined }

/** Presses the button that was pressed last, and ends the keeping of presses. */
export function repeatEarlyPress(): void {
  const { earlyPresses } = globalThis as { earlyPresses?: EarlyPresses }
  earlyPresses?.end()?.click()
}
