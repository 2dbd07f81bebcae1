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

test('a picture is dropped on the chat, and another pasted: each is attached once', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  await enter(buyer, await openTrade(buyer, await postOffer(seller)))
  const { page } = buyer
  const log = await openChat(page)
  const bytes = [...(await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } }))]
  const preview = page.getByRole('img', { name: 'Preview' })
  for (const [at, way] of (['drop', 'paste'] as const).entries()) {
    const data = await page.evaluateHandle((content) => {
      const files = new DataTransfer()
      files.items.add(new File([new Uint8Array(content)], 'receipt.png', { type: 'image/png' }))
      return files
    }, bytes)
    if (way === 'drop') {
      await log.dispatchEvent('dragover', { dataTransfer: data })
      await expect(page.getByText('Drop the image here')).toBeVisible()
      await log.dispatchEvent('drop', { dataTransfer: data })
      await expect(page.getByText('Drop the image here')).toBeHidden()
    } else {
      await page.getByRole('textbox', { name: 'Message' }).evaluate((field, clipboardData) => {
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, data)
    }
    await expect(preview).toHaveCount(1)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(preview).toBeHidden()
    await expect(log.getByRole('button', { name: /^Enlarge the image from/ })).toHaveCount(at + 1)
  }
})

test(
  'on a phone a photo is taken with the camera and attached',
  { tag: ['@phone', '@phone-only'] },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    await enter(buyer, await openTrade(buyer, await postOffer(seller)))
    const { page } = buyer
    const log = await openChat(page)
    await page.getByRole('button', { name: 'Attach image' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Take a photo' }).click()
    const chooser = await choosing
    await expect(page.locator('input[capture]')).toHaveAttribute('capture', 'environment')
    expect(await chooser.element().getAttribute('capture')).toBe('environment')
    await chooser.setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await page.screenshot() })
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(log.getByRole('button', { name: /^Enlarge the image from/ })).toHaveCount(1)
  },
)

type File = { name: string; mimeType: string; buffer: Buffer }

async function attach(page: Page, file: File): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach image' }).click()
  await (await choosing).setFiles(file)
}
