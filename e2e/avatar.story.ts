import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible, expectToFit } from './accessible.ts'
import { holdCalls } from './faults.ts'
import { expect, test } from './users.ts'
import { enter, openChat } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'

test('a user uploads a profile picture, which shows its progress; others see it beside the name, until the user removes it', async ({
  newUser,
  newVisitor,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page, allow } = seller
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Remove profile picture' })).toBeHidden()
  expect(await pictures(page)).toEqual([])
  allow(/ERR_FAILED/)
  await page.route('**/api/profile/avatar', (route) => route.abort())
  await choose(page, 'Upload a profile picture', { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.')
  await page.unroute('**/api/profile/avatar')
  const letGo = await holdCalls(seller, 'POST', '/profile/avatar')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  expect(await pictures(page)).toEqual([expect.stringMatching(/^blob:/)])
  await expectAccessible(page)
  await letGo()
  await expect(page.getByText('Profile picture saved')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
  // The header shows it too.
  await expect.poll(async () => (await pictures(page)).length).toBe(2)
  const [address, inHeader] = await pictures(page)
  expect([address, inHeader]).toEqual([expect.stringMatching(/^\/api\/avatars\//), address])
  await expectToFit(page)

  const visitor = await newVisitor()
  await visitor.page.goto(`/trader/${seller.username}`)
  await expect(visitor.page.getByRole('heading', { name: seller.username })).toBeVisible()
  // Beside the record, and on the trader's open offers.
  expect(new Set(await pictures(visitor.page))).toEqual(new Set([address]))
  await visitor.page.goto(`/offer/${trade.offerId}`)
  await expect(visitor.page.getByRole('link', { name: seller.username })).toBeVisible()
  expect(await pictures(visitor.page)).toEqual([address])
  await enter(buyer, trade)
  await openChat(buyer.page)
  expect(new Set(await pictures(buyer.page))).toEqual(new Set([address]))

  await page.getByRole('button', { name: 'Remove profile picture' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Remove your profile picture?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('Profile picture removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload a profile picture' })).toBeFocused()
  await expect.poll(() => pictures(page)).toEqual([])
  expect((await visitor.context.request.get(String(address))).status()).toBe(404)
})

type File = { name: string; mimeType: string; buffer: Buffer }

async function choose(page: Page, button: string, file: File): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).press('Enter')
  await (await choosing).setFiles(file)
}

/** The addresses of the fully loaded pictures on the page. */
async function pictures(page: Page): Promise<string[]> {
  const images = page.locator('img:visible')
  await expect
    .poll(() => images.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)))
    .toBe(true)
  return images.evaluateAll((all) => all.map((image) => String(image.getAttribute('src'))))
}

/** Something like a portrait, wider than high; drawn pixel by pixel, since the server's library reads no SVG. */
function portrait(): Promise<Buffer> {
  const [width, height] = [900, 600]
  const dots = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) dots.set(colourAt(x - width / 2, y - height / 2), (y * width + x) * 3)
  }
  return sharp(dots, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

function colourAt(x: number, y: number): readonly number[] {
  if (Math.hypot(x, y + 60) < 120) return [138, 90, 60]
  return Math.hypot(x, y - 300) < 240 ? [39, 68, 92] : [185, 199, 165]
}
