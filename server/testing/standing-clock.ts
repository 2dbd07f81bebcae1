import { onTestFinished, vi } from 'vitest'

/** `Date.now()` stands until the end of the test, so that on a busy machine no minute of a limit ends and no kept page grows old. */
export function stopClock(): void {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
}
