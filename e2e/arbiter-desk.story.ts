/** Arbiters at their desk: the queue, a case, the chat and a decision. */
import { isPhone } from './layout.ts'
import { EVERY_WIDTH, expectAccessible, expectToFit } from './accessible.ts'
import { waitForStableTotp } from '../server/testing/accounts/factors.ts'
import { enableTotp } from './factors.ts'
import { markPaid, openTrade, postOffer } from './fixtures.ts'
import { grantRole } from './staff-roles.ts'
import { ageTrade, shareNetwork } from './time-travel.ts'
import { ask, endSession, expect, fillSignIn, test, type User } from './users.ts'

const REASON = 'The bank statement shows half of the payment.'

/** A paid trade that the seller disputes, with both statements. */
async function dispute(seller: User, buyer: User): Promise<{ id: string }> {
  const trade = await openTrade(buyer, await postOffer(seller))
  await markPaid(buyer, trade, 'Karim Trabelsi')
  await ageTrade(trade, 11)
  await ask(seller, 'POST', `/api/trades/${trade.id}/open-dispute`, {
    seenStatus: 'payment_sent',
    reason: 'wrong_amount',
    statement: 'Only 75 euros have arrived on my account.',
  })
  await ask(buyer, 'POST', `/api/trades/${trade.id}/dispute/statement`, {
    statement: 'I sent 150 euros in two transfers of 75.',
  })
  return trade
}

test(
  'an arbiter signs in with a code, takes a case, quotes the phrase and decides a split; another arbiter finds it taken',
  { tag: '@phone' },
  async ({ newUser }) => {
    test.slow()
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const [arbiter, other] = [await newUser('judge_a'), await newUser('judge_b')]
    const trade = await dispute(seller, buyer)
    const reference = `FP-${trade.id.slice(0, 8).toUpperCase()}`
    const { page } = arbiter
    for (const user of [arbiter, other]) await grantRole(user, 'arbiter')
    const { phone } = await enableTotp(arbiter)
    await enableTotp(other)

    await test.step('the arbiter signs in and opens the desk', async () => {
      await endSession(arbiter)
      await page.goto('/login?next=%2Fadmin%2Fdisputes')
      await fillSignIn(page, arbiter)
      await waitForStableTotp()
      await page.getByLabel('Code from your app').fill(phone())
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Arbiter’s desk' })).toBeVisible()
      const row = page.getByRole('listitem').filter({ hasText: reference })
      await expect(row).toContainText('The amount is wrong')
      await expect(row.getByRole('timer')).toHaveText(/^4[78]:\d\d:\d\d$/)
      await expectAccessible(page, { colours: ['light'] })
      await expectToFit(page, EVERY_WIDTH)
      await row.getByRole('button', { name: `Take case ${reference}` }).press('Enter')
    })

    await test.step('the case is open; the arbiter writes in the chat and quotes the phrase', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Dispute case' })).toBeFocused()
      await expect(page.getByRole('region', { name: 'Statement of the buyer' })).toContainText('two transfers of 75')
      await expect(page.getByRole('region', { name: 'Statement of the seller' })).toContainText('Only 75 euros')
      await page.getByRole('button', { name: 'Quote the phrase' }).click()
      const phrase = await page.getByLabel('Message to both parties').inputValue()
      expect(phrase.split(' ')).toHaveLength(3)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('log')).toContainText(phrase)
      await buyer.page.goto(`/trade/${trade.id}`)
      if (isPhone(buyer.page)) await buyer.page.getByRole('button', { name: /^Open the chat/ }).click()
      await expect(buyer.page.getByRole('log', { name: 'Messages' })).toContainText(phrase)
    })

    await test.step('another arbiter sees that it is taken', async () => {
      await other.page.goto('/admin/disputes')
      const row = other.page.getByRole('listitem').filter({ hasText: reference })
      await expect(row).toContainText('Another arbiter has this case.')
    })

    await test.step('the arbiter previews a split and decides', async () => {
      const panel = page.getByRole('region', { name: 'Decision', exact: true })
      await panel.getByRole('radio', { name: 'Split' }).check()
      await panel.getByLabel('USDT to release').fill('80')
      await panel.getByLabel('Reason').fill(REASON)
      const rows = panel.getByRole('table', { name: 'Ledger entries' }).getByRole('row')
      await expect(rows.filter({ hasText: 'To the buyer' })).toContainText('79.600000 USDT')
      await expect(rows.filter({ hasText: 'Platform fee' })).toContainText('0.400000 USDT')
      await expect(rows.filter({ hasText: 'To the seller' })).toContainText('80.633968 USDT')
      await expectAccessible(page, { colours: ['light'] })
      await expectToFit(page, EVERY_WIDTH)
      await panel.getByRole('button', { name: 'Review the decision' }).press('Enter')
      const question = page.getByRole('alertdialog', { name: 'Decide this case?' })
      await expect(question).toContainText('160.633968 USDT')
      await question.getByRole('button', { name: 'Decide' }).press('Enter')
      await expect(panel).toBeFocused()
      await expect(panel).toContainText(REASON)
      await expect(panel.getByRole('button', { name: 'Review the decision' })).toHaveCount(0)
    })
  },
)

test('linked cases are taken in one press, and the chosen ones decided together', async ({ newUser }) => {
  test.slow()
  const buyers = [await newUser('one'), await newUser('two'), await newUser('three')]
  const arbiter = await newUser('judge')
  await shareNetwork(buyers)
  const trades: { id: string }[] = []
  for (const buyer of buyers) trades.push(await dispute(await newUser('seller'), buyer))
  const [first, second, third] = trades.map(({ id }) => `FP-${id.slice(0, 8).toUpperCase()}`)
  await grantRole(arbiter, 'arbiter')
  await enableTotp(arbiter)
  const { page } = arbiter
  await page.goto('/admin/disputes')
  await expect(page.getByText('3 cases · trades opened by 3 users · the same network')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByRole('button', { name: `Take case ${first}` }).click()

  const linked = page.getByRole('region', { name: 'Linked cases' })
  await linked.getByRole('button', { name: 'Take 2 free cases' }).click()
  await expect(linked.getByRole('link', { name: third })).toBeVisible()
  const panel = page.getByRole('region', { name: 'Decision' })
  await panel.getByRole('radio', { name: 'Refund' }).click()
  await panel.getByRole('checkbox', { name: second }).click()
  await panel.getByLabel('Reason').fill(REASON)
  await expectAccessible(page)
  await expectToFit(page)
  await panel.getByRole('button', { name: 'Review the decision' }).click()
  const question = page.getByRole('alertdialog', { name: 'Decide 2 cases?' })
  await expectAccessible(page, { colours: ['light'] })
  await expectToFit(page, EVERY_WIDTH)
  await question.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('Decisions recorded: 2')).toBeVisible()
  for (const [reference, text] of [
    [second, 'Decided'],
    [third, 'Waiting for the decision'],
  ] as const)
    await expect(linked.getByRole('listitem').filter({ hasText: reference! })).toContainText(text)
})
