/** A buyer pays from a banking app by the payment code, without typing a line. */
import { readFile } from 'node:fs/promises'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { expectAccessible, expectToFit } from './accessible.ts'
import { inLanguage, word } from './catalogue.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { expect, test } from './users.ts'

const ar = (english: string) => word('ar', english)

/** What a camera, or an app that opens the image, reads. */
async function read(png: Buffer): Promise<string[]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data.split('\n') ?? []
}

test(
  'in Arabic, the payment code is scanned and saved, and has what the page shows, field by field',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, { page, ...buyer }] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade({ page, ...buyer }, await postOffer(seller, { referencePolicy: 'required' }))
    await page.goto(inLanguage('ar', `/trade/${trade.id}`))
    const main = page.getByRole('main')
    await main.getByRole('button', { name: ar('Show payment details') }).click()
    const shown = async (label: string) => {
      const row = main.locator('dl > div').filter({ has: page.getByText(ar(label), { exact: true }) })
      // The copy button stands on the line after the value.
      const [value = ''] = (await row.getByRole('definition').first().innerText()).split('\n')
      return value.replaceAll(/[\u2066-\u2069\u200E\u200F]/g, '').trim()
    }
    await main.getByRole('button', { name: ar('Show payment code') }).click()
    const code = main.getByRole('img', { name: ar('Payment code for a banking app') })
    await code.scrollIntoViewIfNeeded()

    const scanned = await read(await code.screenshot())
    const [tag, version, , identification, bic, holder, iban, amount, purpose, , reference] = scanned
    expect([tag, version, identification, bic, purpose]).toEqual(['BCD', '002', 'SCT', '', ''])
    expect(holder).toBe(await shown('Account holder'))
    expect(iban).toBe((await shown('IBAN')).replaceAll(' ', ''))
    expect(reference).toBe(await shown('Payment reference (required)'))
    expect(amount).toBe(`EUR${(await shown('Amount to pay')).replace(/[^\d,.]/g, '').replace(',', '.')}`)
    await expectAccessible(page)
    await expectToFit(page)

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: ar('Save as image') }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`payment-${reference}.png`)
    expect(await read(await readFile(await file.path()))).toEqual(scanned)
  },
)
