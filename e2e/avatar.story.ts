import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { IMAGE_MAX_BYTES } from '../domain/pictures.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { isPhone } from './layout.ts'
import { expect, test } from './users.ts'
import { enter, openChat } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'

test(
  'a user uploads a profile picture, others see it beside the name, and the user removes it',
  { tag: '@phone' },
  async ({ newUser, newVisitor }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    const { page } = seller
    await page.goto('/profile')
    await expect(page.getByRole('button', { name: 'Remove profile picture' })).toBeHidden()
    expect(await pictures(page)).toEqual([])
    await choose(page, 'Upload a profile picture', { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() })
    await expect(page.getByText('Profile picture saved')).toBeVisible()
    // On a wide screen the header shows it too.
    await expect.poll(async () => (await pictures(page)).length).toBe(isPhone(page) ? 1 : 2)
    const [address, inHeader = address] = await pictures(page)
    expect([address, inHeader]).toEqual([expect.stringMatching(/^\/api\/avatars\//), address])
    await expectAccessible(page)
    await expectToFit(page)

    const visitor = await newVisitor()
    await visitor.page.goto(`/trader/${seller.username}`)
    await expect(visitor.page.getByRole('heading', { name: seller.username })).toBeVisible()
    expect(await pictures(visitor.page)).toEqual([address])
    await expectAccessible(visitor.page)
    await visitor.page.goto(`/offer/${trade.offerId}`)
    await expect(visitor.page.getByRole('link', { name: seller.username })).toBeVisible()
    expect(await pictures(visitor.page)).toEqual([address])
    await enter(buyer, trade)
    await openChat(buyer.page)
    expect(new Set(await pictures(buyer.page))).toEqual(new Set([address]))

    await page.getByRole('button', { name: 'Remove profile picture' }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Remove your profile picture?' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(page.getByText('Profile picture removed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Upload a profile picture' })).toBeFocused()
    await expect.poll(() => pictures(page)).toEqual([])
    expect((await visitor.context.request.get(String(address))).status()).toBe(404)
    await visitor.page.goto(`/trader/${seller.username}`)
    await expect(visitor.page.getByRole('heading', { name: seller.username })).toBeVisible()
    expect(await pictures(visitor.page)).toEqual([])
  },
)

test('an upload shows its progress, and the reason of a refusal', async ({ newUser }) => {
  const { page, allow } = await newUser('amina')
  await page.goto('/profile')
  await choose(page, 'Upload a profile picture', {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(IMAGE_MAX_BYTES + 1),
  })
  await expect(page.getByRole('alert')).toHaveText('Image size must be less than 5MB.')
  await choose(page, 'Upload a profile picture', {
    name: 'a.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await expect(page.getByRole('alert')).toContainText('Use a JPEG, PNG or WebP image.')

  allow(/400 POST .*\/avatar/)
  // The preview of a file that is not a picture cannot be drawn either.
  allow(/GET .*blob:/)
  await choose(page, 'Upload a profile picture', {
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<h1>no</h1>'),
  })
  await expect(page.getByRole('alert')).toContainText('Unsupported file type.')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()

  allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await page.route('**/api/profile/avatar', (route) => route.abort())
  const me = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await portrait() }
  await choose(page, 'Upload a profile picture', me)
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.')
  await page.unroute('**/api/profile/avatar')
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route('**/api/profile/avatar', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  expect(await pictures(page)).toEqual([expect.stringMatching(/^blob:/)])
  await expectAccessible(page)
  letGo()
  await expect(page.getByText('Profile picture saved')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByRole('alert')).toBeHidden()
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
