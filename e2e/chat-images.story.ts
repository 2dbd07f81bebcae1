import type { Page } from '@playwright/test'
import { IMAGE_MAX_BYTES } from '../domain/pictures.ts'
import { expect, test } from './users.ts'
import { enter, openChat } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'

test(
  'a picture is previewed, sent, and visible to the counterparty only',
  { tag: '@phone' },
  async ({ newUser, newVisitor }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    await enter(seller, trade)
    await enter(buyer, trade)
    const receipt = { name: 'receipt.png', mimeType: 'image/png', buffer: await buyer.page.screenshot() }
    const [buyers, sellers] = [await openChat(buyer.page), await openChat(seller.page)]

    await attach(buyer.page, receipt)
    await expect(buyer.page.getByRole('img', { name: 'Preview' })).toBeVisible()
    await buyer.page.getByRole('button', { name: 'Remove image' }).click()
    await expect(buyer.page.getByRole('img', { name: 'Preview' })).toBeHidden()
    await expect(buyer.page.getByRole('button', { name: 'Send' })).toBeDisabled()
    await attach(buyer.page, receipt)
    await buyer.page.getByRole('textbox', { name: 'Message' }).fill('My receipt')
    await buyer.page.getByRole('button', { name: 'Send' }).click()
    await expect(buyers).toContainText('My receipt')
    await expect(sellers).toContainText('My receipt')

    const picture = sellers.getByRole('button', { name: `Enlarge the image from ${buyer.username}` })
    const address = String(await picture.locator('img').getAttribute('src'))
    await picture.click()
    const large = seller.page.getByRole('dialog').getByRole('img', { name: `Image from ${buyer.username}` })
    await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

    const shown = await seller.context.request.get(address)
    expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/webp'])
    const stranger = await newUser('stranger')
    expect((await stranger.context.request.get(address)).status()).toBe(404)
    const visitor = await newVisitor()
    expect((await visitor.context.request.get(address)).status()).toBe(401)
  },
)

test('a file that is too large or not a picture is refused with a message', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page } = buyer
  await enter(buyer, trade)
  const log = await openChat(page)
  await attach(page, { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(IMAGE_MAX_BYTES + 1) })
  await expect(page.getByRole('alert')).toHaveText('Image size must be less than 5MB.')
  await expect(page.getByRole('img', { name: 'Preview' })).toBeHidden()

  buyer.allow(/400 POST .*\/images/)
  // The preview of a file that is not a picture cannot be drawn either.
  buyer.allow(/GET .*blob:/)
  await attach(page, { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<h1>not a picture</h1>') })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log.getByRole('alert')).toContainText('Unsupported file type.')
  await log.getByRole('button', { name: 'Discard' }).click()
  await expect(log.getByRole('alert')).toBeHidden()
})

type File = { name: string; mimeType: string; buffer: Buffer }

async function attach(page: Page, file: File): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach image' }).click()
  await (await choosing).setFiles(file)
}
