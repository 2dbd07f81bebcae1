/** A whole trade of two users who have no mouse and hear the page: keys only, from the list of offers to the end. */
import { PAYER } from '../server/testing/move-body.ts'
import { expectUsable } from './accessible.ts'
import { postOffer } from './fixtures.ts'
import { expectAnnounced, expectFocusKept, fill, listen, press, tabTo } from './keyboard.ts'
import { isPhone } from './layout.ts'
import { receiptFile } from './trade-room.ts'
import { expect, test } from './users.ts'

test(
  'two users complete a trade by keyboard alone, and a screen reader announces what happens',
  { tag: '@phone' },
  async ({ newUser }) => {
    test.slow()
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    await postOffer(seller)
    for (const { page, context } of [seller, buyer]) {
      await listen(page)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    }
    const heading = (name: string | RegExp) => ({ level: 1, name }) as const

    await test.step('the buyer finds the offer on the trader’s page and opens its form', async () => {
      const { page } = buyer
      await page.goto(`/trader/${seller.username}`)
      await expect(page.locator('[data-offer]')).toHaveCount(1)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
      await page.keyboard.press('Enter')
      await press(page, page.getByRole('link', { name: /^Buy from/ }))
      await expect(page.getByRole('heading', heading('Buy USDT'))).toBeFocused()
    })

    await test.step('an amount outside the limits is refused beside its field, a right one opens the trade', async () => {
      const { page } = buyer
      const amount = page.getByLabel('You pay')
      await fill(page, amount, '5')
      await expect(amount).toHaveAccessibleDescription(/10/)
      await fill(page, amount, '150')
      const open = page.getByRole('button', { name: 'Open buy trade' })
      await expect(open).toBeEnabled()
      await press(page, open)
      await expect(page.getByRole('heading', heading(/^Trade #/))).toBeFocused()
      await expectUsable(page)
    })

    await test.step('the seller enters the trade from the list', async () => {
      const { page } = seller
      await page.goto('/trades')
      await press(page, page.getByRole('link', { name: `Trade with ${buyer.username}` }))
      await expect(page.getByRole('heading', heading(/^Trade #/))).toBeFocused()
    })

    await test.step('the buyer reads and copies the payment details', async () => {
      const { page } = buyer
      await press(page, page.getByRole('button', { name: 'Show payment details' }), 'Space')
      const copy = page.getByRole('button', { name: 'Copy: IBAN' })
      await expect(copy).toBeVisible()
      await expectFocusKept(page)
      await press(page, copy)
      await expectAnnounced(page, 'Copied')
      await expect(page.locator(':focus')).toHaveText('Copied')
    })

    await test.step('a message is sent by Enter, and announced to the other side', async () => {
      for (const { page } of [buyer, seller])
        if (isPhone(page)) await press(page, page.getByRole('button', { name: /^Open the chat/ }))
      const message = buyer.page.getByRole('textbox', { name: 'Message' })
      await tabTo(buyer.page, message)
      await buyer.page.keyboard.type('Which bank is it?')
      await buyer.page.keyboard.press('Enter')
      await expect(message).toBeFocused()
      await expectAnnounced(seller.page, 'Which bank is it?')
      await fill(seller.page, seller.page.getByRole('textbox', { name: 'Message' }), 'The one in Sfax.')
      await seller.page.keyboard.press('Enter')
      await expectAnnounced(buyer.page, 'The one in Sfax.')
      await expectUsable(buyer.page)
      for (const { page } of [buyer, seller]) if (isPhone(page)) await page.keyboard.press('Escape')
    })

    await test.step('the payment mark: Escape goes back to its button, a missing name and a missing proof are announced', async () => {
      const { page } = buyer
      const move = page.getByRole('main').getByRole('button', { name: 'I have sent the payment' })
      const form = page.getByRole('dialog', { name: 'I have sent the payment' })
      const name = form.getByLabel('Name on the account you paid from')
      await press(page, move)
      await expect(name).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
      await expect(move).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(name).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(name).toBeFocused()
      await expect(name).toHaveAttribute('aria-invalid', 'true')
      await expect(name).toHaveAccessibleDescription(/name/i)
      await expectUsable(page)
      await expect(name).toBeFocused()
      await page.keyboard.type(PAYER)
      await page.keyboard.press('Enter')
      await expect(form.getByRole('alert')).toContainText('add a proof of payment')
      const chooser = page.waitForEvent('filechooser')
      await press(page, form.getByRole('button', { name: 'Choose a file' }))
      await (await chooser).setFiles(receiptFile())
      await expect(form.getByRole('link', { name: 'Download PDF' })).toBeVisible()
      await press(page, form.getByRole('button', { name: 'I have sent the payment' }))
      await expect(form).toBeHidden()
      await expectFocusKept(page)
      await expectAnnounced(page, 'Waiting for the seller')
      await expectAnnounced(seller.page, 'Your turn:')
      await expectUsable(page)
    })

    await test.step('the receipt: the box by Space, the name by typing, and the end is announced to both', async () => {
      const { page } = seller
      await press(page, page.getByRole('main').getByRole('button', { name: 'Confirm payment received' }))
      const form = page.getByRole('dialog', { name: 'Confirm payment received' })
      await expect(form).toBeVisible()
      await expect(form.locator(':focus')).toHaveCount(1)
      await expectUsable(page)
      const box = form.getByRole('checkbox', { name: 'I have checked my own account, and the money is there.' })
      await press(page, box, 'Space')
      await expect(box).toBeChecked()
      await fill(page, form.getByLabel('Sender’s name'), PAYER)
      await press(page, form.getByRole('button', { name: 'Confirm payment received' }))
      await expect(form).toBeHidden()
      for (const user of [seller, buyer]) {
        await expectFocusKept(user.page)
        await expectAnnounced(user.page, /released to the buyer|USDT .*released|completed/i)
        await expectUsable(user.page)
      }
    })
  },
)
