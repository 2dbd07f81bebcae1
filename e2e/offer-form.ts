/** The form of a new offer, in its two steps. */
import { expect, type Locator, type Page } from '@playwright/test'

export type TypedOffer = { min: string; max: string; percentage?: string; terms: string }

export function offerField(page: Page, label: string): Locator {
  return page.getByRole('main').getByLabel(label, { exact: true })
}

/** Both steps, without sending the form. */
export async function fillOffer(page: Page, { min, max, percentage, terms }: TypedOffer): Promise<void> {
  await offerField(page, 'Minimum amount').fill(min)
  await offerField(page, 'Maximum amount').fill(max)
  if (percentage !== undefined) await offerField(page, 'Price vs market').fill(percentage)
  await continueToTerms(page)
  await offerField(page, 'Offer terms').fill(terms)
}

/** The checkboxes of the first step. */
export function methodBoxes(page: Page): Locator {
  return page.getByRole('main').getByRole('group', { name: 'Payment methods' }).getByRole('checkbox')
}

export async function expectMethods(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await expect(methodBox(page, name)).toBeChecked()
  await expect(methodBoxes(page).and(page.locator(':checked'))).toHaveCount(names.length)
}

export function methodBox(page: Page, name: string): Locator {
  return methodBoxes(page).and(page.getByRole('checkbox', { name, exact: true }))
}

/** From the first step to the other one. */
export async function continueToTerms(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
  await expect(stepHeading(page, 2)).toBeFocused()
}

export function stepHeading(page: Page, step: 1 | 2): Locator {
  return page.getByRole('heading', { name: `Step ${step} of 2` })
}

export function createButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Create offer' })
}
