/** The layout of the present screen: a small one folds the header into a drawer and the chat into a sheet. */
import type { Locator, Page } from '@playwright/test'

/** Whether the page is shown on a phone-sized screen. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768
}

/** Signs the user out by the menu. */
export async function signOut(page: Page): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    return page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign out' }).click()
  }
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** Chooses an option of a list. */
export async function choose(page: Page, label: string, choice: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).selectOption({ label: choice })
}

/** Shows the filters of the market that are behind "Filters". */
export async function openFilters(page: Page): Promise<void> {
  await page.locator('search summary').click()
}

/** The rows of the market's table, without its header. */
export function offerRows(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}
