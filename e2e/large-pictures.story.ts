/** Pictures as a phone makes them, scaled down by a real browser before they are sent; and large files over a line that breaks. */
import sharp from 'sharp'
import type { Page } from '@playwright/test'
import { PART_BYTES } from '../domain/uploads/upload-parts.ts'
import { expect, test } from './users.ts'
import type { Visitor } from './users.ts'
import { markPaid, openTrade, postOffer } from './fixtures.ts'
import { enter, openChat } from './trade-room.ts'

/** A busy machine decodes and encodes so many pixels slowly. */
const SCALED_WITHIN = { timeout: 40_000 }
test.setTimeout(150_000)

test('a photo of 50 megapixels and a long scroll are scaled before they are sent, upright and readable, and say so', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await markPaid(buyer, trade)
  await enter(buyer, trade)
  const { page } = buyer

  await page.getByLabel('File', { exact: true }).setInputFiles(await photo())
  const proofs = page.locator('section', { has: page.getByRole('heading', { name: 'Proof of payment' }) })
  const ofPhoto = /photo\.jpg · Scaled from .6144.×.8160. to .1536.×.2040. pixels/
  await expect(proofs.getByRole('status').filter({ hasText: ofPhoto })).toBeVisible(SCALED_WITHIN)
  const { width, height, corner } = await shown(page, 'proof', () =>
    proofs.getByRole('button', { name: /^Enlarge the image/ }).click(),
  )
  expect([width, height]).toEqual([1536, 2040])
  // Red at the top left, as the photo is held.
  expect(corner[0]).toBeGreaterThan(200)
  expect(corner[1]).toBeLessThan(80)

  const log = await openChat(page)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach image' }).click()
  await (await choosing).setFiles(await scroll())
  await expect(page.getByText(/Scaled from .1440.×.20000. to .1099.×.15264. pixels/)).toBeVisible(SCALED_WITHIN)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log.getByRole('button', { name: /^Enlarge the image from/ })).toBeVisible(SCALED_WITHIN)
  const sent = await shown(page, 'scroll', () => log.getByRole('button', { name: /^Enlarge the image from/ }).click())
  expect([sent.width, sent.height]).toEqual([1099, 15_264])
  // Its width is that of the picture, so that it can be read, and the dialog scrolls.
  expect(sent.onScreen).toBeGreaterThan(1000)
})

test('a large file over a line that breaks continues where it stopped', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await markPaid(buyer, trade)
  await enter(buyer, trade)
  const { page } = buyer
  const proofs = page.locator('section', { has: page.getByRole('heading', { name: 'Proof of payment' }) })
  await expect(proofs.getByRole('link', { name: 'Download PDF' })).toHaveCount(1)
  const line = await breakSecondPart(buyer)

  await page.getByLabel('File', { exact: true }).setInputFiles(statement())
  await expect(page.getByText('Interrupted. The upload continues automatically.')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('value', '39')
  const attempts = () => line.sent.filter((number) => number === '1').length
  await expect.poll(attempts).toBeGreaterThanOrEqual(2)
  line.repair()
  await expect(proofs.getByRole('link', { name: 'Download PDF' })).toHaveCount(2)
  expect(line.sent.filter((number) => number !== '1')).toEqual(['0', '2'])
})

/** Breaks the connection under the second part of a file until the repair; lists the numbers of the parts as they are sent. */
async function breakSecondPart({ page, allow }: Visitor): Promise<{ sent: string[]; repair: () => void }> {
  const sent: string[] = []
  let isBroken = true
  allow(/^net::ERR_FAILED POST .*\/parts\/1/)
  await page.route('**/api/uploads/*/parts/*', (route) => {
    const number = route.request().url().split('/').at(-1)!
    sent.push(number)
    return number === '1' && isBroken ? route.abort() : route.fallback()
  })
  return { sent, repair: () => void (isBroken = false) }
}

/** A PDF of two and a half parts. */
function statement() {
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2.5 * PART_BYTES), Buffer.from('\n%%EOF')])
  return { name: 'statement.pdf', mimeType: 'application/pdf', buffer }
}

/** The enlarged picture: its own size, its colour near the top left, and its width on the screen. The dialog is closed. */
async function shown(page: Page, name: string, enlarge: () => Promise<void>) {
  await enlarge()
  const image = page.getByRole('dialog').getByRole('img')
  await expect
    .poll(() => image.evaluate((each: HTMLImageElement) => each.complete && each.naturalWidth), name)
    .toBeTruthy()
  const measured = await image.evaluate((each: HTMLImageElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const context = canvas.getContext('2d')!
    context.drawImage(each, 40, 40, 1, 1, 0, 0, 1, 1)
    return {
      width: each.naturalWidth,
      height: each.naturalHeight,
      onScreen: each.getBoundingClientRect().width,
      corner: [...context.getImageData(0, 0, 1, 1).data],
    }
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  return measured
}

/** 8160 x 6144 pixels that are turned upright by their EXIF orientation: red at the bottom left is red at the top left. */
async function photo() {
  const red = { create: { width: 1000, height: 1000, channels: 3, background: '#f00' } } as const
  const buffer = await sharp({ create: { width: 8160, height: 6144, channels: 3, background: '#e6e6eb' } })
    .composite([{ input: red, left: 0, top: 5144 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 60 })
    .toBuffer()
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}

async function scroll() {
  const buffer = await sharp({ create: { width: 1440, height: 20_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  return { name: 'scroll.png', mimeType: 'image/png', buffer }
}
