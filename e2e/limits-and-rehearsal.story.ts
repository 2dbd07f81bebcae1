/** A trade above the limits of a user's tier, and the rehearsal that raises them. */
import type { Rehearsal } from '../domain/api/trades/rehearsals.ts'
import { REHEARSAL_SCENARIOS } from '../domain/trades/rehearsals.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { postOffer } from './fixtures.ts'
import { ask, expect, test, type User } from './users.ts'

/** Passes the rehearsal by calls: the same two moves pass every scenario. */
async function rehearse(user: User): Promise<void> {
  for (const scenario of REHEARSAL_SCENARIOS) {
    const { id } = await ask<Rehearsal>(user, 'POST', '/api/rehearsals', { scenario })
    const move = (name: string, seenStep: string) =>
      ask(user, 'POST', `/api/rehearsals/${id}/moves`, { move: name, seenStep })
    await move('check_account', 'claim')
    await move('open_dispute', 'account')
  }
}

test('a refused limit leads to the rehearsal, which raises it', async ({ newUser }) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  await rehearse(owner)
  const offer = await postOffer(owner, { maxAmount: '9000' })
  const { page, allow } = taker
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await test.step('the limit is shown with the quote, with a link', async () => {
    allow(/409 POST \/api\/quotes$/)
    await page.goto(`/trade/new?offer=${offer.id}`)
    await page.getByLabel('You pay').fill('2600')
    const refusal = page.getByRole('alert').filter({ hasText: 'Your limit for one trade is 2500 USDT.' })
    await expect(refusal).toContainText('Pass the rehearsal to raise this limit.')
    await expect(page.getByRole('button', { name: 'Open buy trade' })).toBeDisabled()
    await refusal.getByRole('link', { name: 'See your limits' }).click()
  })

  await test.step('the limits say which tier, what is used, and what comes next', async () => {
    await expect(page.getByRole('heading', { name: 'Your tier: Starter' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Rehearsal' })).toHaveAttribute(
      'aria-valuetext',
      'Not passed yet',
    )
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByRole('link', { name: 'Go to the rehearsal' }).click()
  })

  await test.step('a wrong move ends with what it would have cost', async () => {
    await page.getByRole('link', { name: 'A receipt that proves nothing' }).click()
    await expect(page.getByText('Transfer of 480.00 EUR executed')).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    await press('Confirm payment received')
    await expect(page.getByRole('heading', { name: 'The fraud succeeded' })).toBeVisible()
    await expect(page.getByText('No money had arrived.')).toBeVisible()
    await press('Repeat')
  })

  await test.step('an attempt is left and resumed, and all four scenarios are passed', async () => {
    await press('Check my own account')
    await expect(page.getByText('No payment has arrived.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No payment has arrived.')).toBeVisible()
    await press('Open a dispute')
    for (const title of ['A payment from another name', 'Too much money', 'A message from “support”']) {
      await page.getByRole('link', { name: 'All scenarios' }).click()
      await page.getByRole('link', { name: title }).click()
      await press('Check my own account')
      await press('Open a dispute')
      await expect(page.getByRole('heading', { name: 'Passed' })).toBeVisible()
    }
    await page.getByRole('link', { name: 'All scenarios' }).click()
    await expect(page.getByText('You have passed all 4 scenarios.')).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
  })

  await test.step('the limits have risen, and the trade can be opened', async () => {
    await page.getByRole('link', { name: 'See your limits' }).click()
    await expect(page.getByRole('heading', { name: 'Your tier: Rehearsed' })).toBeVisible()
    await page.goto(`/trade/new?offer=${offer.id}`)
    await page.getByLabel('You pay').fill('2600')
    await page.getByRole('button', { name: 'Open buy trade' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
  })
})
