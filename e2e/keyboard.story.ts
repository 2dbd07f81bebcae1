import { expect, test } from './users.ts'
import { offerRows } from './layout.ts'
import { PAYER } from '../server/testing/move-body.ts'
import { addProof, enter, expectStatus, make } from './trade-room.ts'
import { postOffer } from './fixtures.ts'
import { press, tabTo } from './keyboard.ts'

test('a buyer signs in and completes a trade without a mouse', async ({ newUser, newVisitor }) => {
  const [seller, account] = [await newUser('seller'), await newUser('buyer')]
  await postOffer(seller)
  const { page } = await newVisitor()
  await page.goto('/login')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(account.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeFocused()

  await press(page, page.getByRole('main').getByRole('link', { name: 'Browse offers' }))
  await tabTo(page, page.getByRole('combobox', { name: 'Currency' }))
  for (const currency of ['TND', 'EUR']) {
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL(new RegExp(`currency=${currency}`))
  }
  await press(page, page.locator('search summary').last())
  await tabTo(page, page.getByLabel('Trader name'))
  await page.keyboard.type(seller.username)
  await expect(offerRows(page)).toHaveCount(1)
  await press(page, page.getByRole('button', { name: `Buy from ${seller.username}` }))
  await expect(page.getByRole('dialog', { name: 'Buy USDT' })).toBeVisible()
  await tabTo(page, page.getByLabel('You pay'))
  await page.keyboard.type('150')
  await expect(page.getByRole('button', { name: 'Confirm buy' })).toBeEnabled()
  await press(page, page.getByRole('button', { name: 'Confirm buy' }))
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()

  await tabTo(page, page.getByRole('textbox', { name: 'Message' }))
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText('First line\nsecond line')

  const cancel = page.getByRole('button', { name: 'Cancel trade' })
  await press(page, cancel)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(cancel).toBeFocused()
  await press(page, page.getByRole('button', { name: 'I have sent the payment' }))
  await expect(page.getByLabel('Name on the account you paid from')).toBeFocused()
  await page.keyboard.type(PAYER)
  await addProof(page.getByRole('dialog'))
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'I have sent the payment' }))
  await expectStatus(page, 'Marked as paid')

  await enter(seller, { id: page.url().split('/').at(-1) ?? '' })
  await make(seller.page, 'Confirm payment received')
  await expectStatus(page, 'Completed')
})
