import type { Locator } from '@playwright/test'

/** Whether React has taken the element over: before that, the browser itself follows a link. */
export async function isHydrated(element: Locator): Promise<boolean> {
  return element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')))
}
