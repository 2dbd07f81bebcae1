import { breakCalls } from './faults.ts'
import { expect, test } from './users.ts'
import { enter, heard, openChat } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'
import type { Page } from '@playwright/test'

test('a picture is previewed, kept when its upload fails, sent once, and shown to the counterparty', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(seller, trade)
  await enter(buyer, trade)
  const { page } = buyer
  const receipt = { name: 'receipt.png', mimeType: 'image/png', buffer: await page.screenshot() }
  const [mine, theirs] = [await openChat(page), await openChat(seller.page)]

  await attach(page, receipt)
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove image' }).click()
  await expect(page.getByRole('img', { name: 'Preview' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await attach(page, receipt)
  const restore = await breakCalls(buyer, 'POST', '/images', 'cut')
  await page.getByRole('textbox', { name: 'Message' }).fill('My receipt')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(mine.getByRole('alert')).toContainText('Failed to upload image. Please try again.')
  await expect(mine).toContainText('My receipt')
  await expect(theirs.getByRole('img', { name: `Image from ${buyer.username}` })).toHaveCount(0)
  await restore()
  await mine.getByRole('button', { name: 'Try again' }).click()
  await expect(mine.getByRole('alert')).toBeHidden()
  await expect(theirs).toContainText('My receipt')
  expect(await heard(theirs, ['My receipt'])).toHaveLength(1)

  await theirs.getByRole('button', { name: `Enlarge the image from ${buyer.username}` }).click()
  const large = seller.page.getByRole('dialog').getByRole('img', { name: `Image from ${buyer.username}` })
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

type File = { name: string; mimeType: string; buffer: Buffer }

async function attach(page: Page, file: File): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach image' }).click()
  await (await choosing).setFiles(file)
}
