/** Where the system forces its colours, fills are not drawn: what they say must be said by system colours and borders. */
import type { Locator } from '@playwright/test'
import { openTrade, postOffer } from './fixtures.ts'
import { expectStatus } from './trade-room.ts'
import { expect, test } from './users.ts'

test('forced colours keep the selected choice, the edges of buttons and the progress of a trade', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page } = buyer
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/trade/${trade.id}`)
  await expectStatus(page, 'Awaiting payment')
  const steps = page.getByRole('region', { name: 'Trade status' }).getByRole('listitem')
  const present = await background(steps.filter({ hasText: '(now)' }).locator('span.rounded-full'))
  for (const other of await steps.filter({ hasNotText: '(now)' }).locator('span.rounded-full').all())
    expect(await background(other)).not.toBe(present)
  const canvas = await background(page.locator('body'))
  for (const line of await steps.locator('span.grow').all()) expect(await background(line)).not.toBe(canvas)
  const button = page.getByRole('main').getByRole('button', { name: 'Show payment details' })
  await expect(button).toHaveCSS('border-top-width', '1px')
  await expect(button).toHaveCSS('border-top-style', 'solid')
  expect(await button.evaluate((each) => getComputedStyle(each).borderTopColor)).not.toBe(canvas)

  await page.goto('/trades')
  const choices = page.getByRole('radiogroup', { name: 'Trades to show' })
  await expect(choices).toBeVisible()
  const chosen = choices.locator('label:has(:checked)')
  await expect(chosen).toHaveCount(1)
  const selected = await background(chosen)
  for (const other of await choices.locator('label:not(:has(:checked))').all())
    expect(await background(other)).not.toBe(selected)
})

function background(part: Locator): Promise<string> {
  return part.first().evaluate((each) => getComputedStyle(each).backgroundColor)
}
