/** A whole dispute of two users who have no mouse and hear the page, on a wide screen and at each zoom: keys only, from the opening to the end. */
import { expectUsable } from './accessible.ts'
import { markPaid, openTrade, postOffer } from './fixtures.ts'
import { clearAnnouncements, expectAnnounced, expectFocusKept, fill, listen, press } from './keyboard.ts'
import { appointArbiter, decide } from './staff-roles.ts'
import { ageTrade } from './time-travel.ts'
import { enter, expectStatus, receiptFile } from './trade-room.ts'
import { expect, test } from './users.ts'

test('two users go through a dispute by keyboard alone, and a screen reader announces what happens', async ({
  newUser,
}) => {
  test.slow()
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const arbiter = await appointArbiter(await newUser('arbiter'))
  for (const { page } of [seller, buyer]) await listen(page)
  const trade = await openTrade(buyer, await postOffer(seller))
  await markPaid(buyer, trade)
  await ageTrade(trade, 11)
  for (const user of [seller, buyer]) await enter(user, trade)

  await test.step('the seller opens the dispute: Escape goes back to the button, a missing statement is named', async () => {
    const { page } = seller
    const open = page.getByRole('main').getByRole('button', { name: 'Open a dispute', exact: true })
    const form = page.getByRole('dialog', { name: 'Open a dispute' })
    await press(page, open)
    await expect(form.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(open).toBeFocused()
    await page.keyboard.press('Enter')
    const statement = form.getByLabel('Your statement')
    await press(page, form.getByRole('button', { name: 'Open dispute' }))
    await expect(statement).toBeFocused()
    await expect(statement).toHaveAttribute('aria-invalid', 'true')
    await expectUsable(seller.page)
    await page.keyboard.type('My account shows no payment since yesterday.')
    await press(page, form.getByRole('button', { name: 'Open dispute' }))
    await expect(form).toBeHidden()
    await expectStatus(page, 'Disputed')
    await expectFocusKept(page)
    for (const user of [seller, buyer]) await expectAnnounced(user.page, /dispute/i)
    await expectUsable(seller.page)
  })

  await test.step('the buyer adds a file and submits a statement', async () => {
    const { page } = buyer
    const dispute = page.getByRole('region', { name: 'Dispute', exact: true })
    const chooser = page.waitForEvent('filechooser')
    await press(page, dispute.getByRole('button', { name: 'Choose a file' }))
    await (await chooser).setFiles(receiptFile())
    await expect(dispute.getByRole('link', { name: 'Download PDF' })).toBeVisible()
    await fill(page, dispute.getByLabel('Your statement'), 'I paid at noon from my own account.')
    await expectUsable(buyer.page)
    await press(page, dispute.getByRole('button', { name: 'Submit statement' }))
    await expect(dispute.getByRole('article').filter({ hasText: 'I paid at noon' })).toBeVisible()
    await expectFocusKept(page)
    await expectAnnounced(seller.page, /arbiter (to decide|decides)/)
  })

  await test.step('the decision is announced to both, and the buyer accepts it', async () => {
    for (const { page } of [seller, buyer]) await clearAnnouncements(page)
    await decide(arbiter, trade, { outcome: 'refund', reason: 'The bank statement does not show the payment.' })
    const { page } = buyer
    await expectAnnounced(seller.page, /The arbiter decided|Waiting for the buyer/)
    await expectAnnounced(page, /The arbiter decided|Your turn in the dispute/)
    await expectUsable(buyer.page)
    await press(page, page.getByRole('main').getByRole('button', { name: 'Accept decision' }))
    const question = page.getByRole('alertdialog')
    await expect(question.locator(':focus')).toHaveCount(1)
    await expectUsable(buyer.page)
    await press(page, question.getByRole('button', { name: 'Accept decision' }))
    await expect(question).toBeHidden()
    for (const user of [seller, buyer]) {
      await expectStatus(user.page, 'Cancelled')
      await expectFocusKept(user.page)
      await expectAnnounced(user.page, /cancelled|returned to the seller/i)
      await expectUsable(user.page)
    }
  })
})
