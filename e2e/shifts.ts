/** The layout shifts of a page, with the texts that moved. */
import type { Page } from '@playwright/test'

type Noting = Window & { shifts?: string[] }
type ShiftEntry = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** For `page.addInitScript`: notes the shifts from the start of each page. */
export function noteShifts(): void {
  const shifts: string[] = ((window as Noting).shifts = [])
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as ShiftEntry[])
      shifts.push(`${value}: ${sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(', ')}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

export function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as Noting).shifts ?? [])
}
