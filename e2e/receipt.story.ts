import { readFile } from 'node:fs/promises'
import { expectAccessible } from './accessible.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { enter, expectStatus, fact, make } from './trade-room.ts'
import { expect, test } from './users.ts'

test('a receipt with chosen fields is verified in another browser without an account, and an altered one is refused', async ({
  newUser,
  newVisitor,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await enter(seller, trade)
  await make(buyer.page, 'I have sent the payment')
  await expectStatus(seller.page, 'Marked as paid')
  await make(seller.page, 'Confirm payment received')
  await expectStatus(buyer.page, 'Completed')

  const { page } = buyer
  const dialog = page.getByRole('dialog', { name: 'Receipt' })
  await test.step('the buyer chooses what it shows', async () => {
    await page.getByRole('button', { name: 'Download receipt' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Amounts in USDT and in your currency' })).toBeChecked()
    await expectAccessible(page)
  })
  const downloaded = async (button: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: button }).click(),
    ])
    return file.path()
  }
  const [json, pdf] = [await downloaded('Download JSON'), await downloaded('Download PDF')]
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link of the receipt' }).inputValue()
  expect(link).toContain('/verify#ey')

  const visitor = await newVisitor()
  const reader = visitor.page
  const outcome = reader.getByRole('status')
  await test.step('a visitor opens the link: the server never sees the receipt', async () => {
    const requested: string[] = []
    reader.on('request', (request) => requested.push(`${request.url()} ${request.postData() ?? ''}`))
    await reader.goto(`/verify${new URL(link).hash}`)
    await expect(outcome.getByText('Valid', { exact: true })).toBeVisible()
    await expect(outcome.getByText('Demo', { exact: true })).toBeVisible()
    await expect(fact(reader, 'Payment')).toHaveText('150.00 EUR')
    await expect(fact(reader, 'Holder’s role')).toHaveText('Buyer')
    await expect(fact(reader, 'Price')).toBeHidden()
    await expect(outcome).not.toContainText(buyer.username)
    await expect(outcome).not.toContainText(seller.username)
    const token = new URL(link).hash.slice(1)
    expect(requested.filter((request) => request.includes(token.slice(-40)) && !request.includes('#'))).toEqual([])
    await expectAccessible(reader)
  })

  await test.step('the two files verify as well', async () => {
    await reader.goto('/verify')
    for (const [path, name, type] of [
      [json, 'receipt.json', 'application/json'],
      [pdf, 'receipt.pdf', 'application/pdf'],
    ] as const) {
      const buffer = await readFile(path)
      await reader.getByLabel('File').setInputFiles({ name, mimeType: type, buffer })
      await expect(outcome.getByText('Valid', { exact: true })).toBeVisible()
      await reader.reload()
    }
  })

  await test.step('with another amount it is not valid, in the reader’s language', async () => {
    await reader.goto('/fr/verify')
    const altered = (await readFile(json, 'utf8')).replace('"150.00"', '"950.00"')
    await reader.getByLabel('Reçu, ou son lien').fill(altered)
    await reader.getByRole('button', { name: 'Vérifier', exact: true }).click()
    await expect(outcome.getByText('Non valide', { exact: true })).toBeVisible()
    await expect(outcome).not.toContainText('950')
  })
})
