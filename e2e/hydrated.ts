import { expect, type Locator } from '@playwright/test'

/** Whether React has taken the element over. */
async function isHydrated(element: Locator): Promise<boolean> {
  return element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')))
}

/** Waits until React has taken the element over: before that, the browser itself follows a link. */
export async function expectHydrated(element: Locator): Promise<void> {
  await expect.poll(() => isHydrated(element)).toBe(true)
}
