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

/** Ticks a payment method in the market's filter, or unticks it. */
export async function tickMethod(page: Page, method: string, isTicked = true): Promise<void> {
  const summary = methodFilter(page).locator('summary')
  await summary.click()
  await methodFilter(page).getByRole('checkbox', { name: method, exact: true }).setChecked(isTicked)
  await summary.click()
}

/** The market's filter by payment methods, which shows those that are chosen. */
export function methodFilter(page: Page): Locator {
  return page.getByRole('search').getByRole('group', { name: 'Payment method' })
}

/** Shows the filters of the market that are behind "Filters". */
export async function openFilters(page: Page): Promise<void> {
  await page.locator('search summary').last().click()
}

/** The rows of the market's table, without its header. */
export function offerRows(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}
