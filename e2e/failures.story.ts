/** The server fails or is slow: what was typed is kept, a button accepts one press, and a lost answer repeats nothing. */
import type { Page, Route } from '@playwright/test'
import { breakCalls, holdCalls } from './faults.ts'
import { continueToTerms, createButton, fillOffer, offerField as field } from './offer-form.ts'
import { expect, test } from './users.ts'
import { postOffer, saveAccount } from './fixtures.ts'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const TERMS = 'From an account in your own name.'

test('an offer that could not be created keeps its form, and is then created by one press', async ({ newUser }) => {
  const owner = await newUser('owner')
  const { page } = owner
  await saveAccount(owner, 'sepa_instant')
  await page.goto('/create-offer')
  await fillOffer(page, { min: '20', max: '800', terms: TERMS })
  const create = createButton(page)
  for (const [fault, text] of [
    ['failed', 'Failed to create offer. Please try again.'],
    ['garbled', UNEXPECTED],
  ] as const) {
    const restore = await breakCalls(owner, 'POST', '/offers', fault)
    await create.click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(text)
    await expect(field(page, 'Offer terms')).toHaveValue(TERMS)
    await restore()
  }
  await page.goBack()
  await expect(field(page, 'Maximum amount')).toHaveValue('800')
  await continueToTerms(page)
  const letGo = await holdCalls(owner, 'POST', '/offers')
  await create.click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Creating…' })).toBeDisabled()
  await letGo()
  await expect(page).toHaveURL('/my-offers')
  const trades = page.getByRole('main').getByRole('list').last()
  await expect(trades.getByRole('listitem')).toHaveCount(1)
})

test('an offer that could not be paused or deleted stays as it is', async ({ newUser }) => {
  const owner = await newUser('owner')
  const offer = await postOffer(owner)
  const { page } = owner
  await page.goto('/my-offers')
  const mine = page.getByRole('main').getByRole('listitem')
  const restore = [await breakCalls(owner, 'POST', '/pause'), await breakCalls(owner, 'DELETE', `/offers/${offer.id}`)]
  await pick(page, 'Pause')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(UNEXPECTED)
  await expect(mine).toContainText('Active')
  await pick(page, 'Delete')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText(UNEXPECTED)
  for (const each of restore) await each()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No offers yet')).toBeVisible()
})

test('a trade that could not be opened keeps the dialog; then one press opens one trade, although its answer is lost', async ({
  newUser,
}) => {
  const [owner, taker] = [await newUser('owner'), await newUser('taker')]
  await postOffer(owner)
  const { page, allow } = taker
  await page.goto(`/offers?search=${owner.username}`)
  await page.getByRole('button', { name: `Buy from ${owner.username}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy USDT' })
  await dialog.getByLabel('You pay').fill('150')
  const restore = await breakCalls(taker, 'POST', '/trades')
  await dialog.getByRole('button', { name: 'Confirm buy' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to open the trade. Please try again.')
  await expect(dialog.getByLabel('You pay')).toHaveValue('150')
  await restore()

  allow(/ERR_FAILED POST \/api\/trades$/)
  const released = Promise.withResolvers<void>()
  const loseAnswer = async (route: Route) => {
    await released.promise
    expect((await route.fetch()).ok()).toBe(true)
    await route.abort()
  }
  await page.route('**/api/trades', loseAnswer, { times: 1 })
  await dialog.getByRole('button', { name: 'Confirm buy' }).click()
  await expect(dialog.getByRole('button', { name: 'Opening trade…' })).toBeDisabled()
  released.resolve()
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto('/trades')
  const trades = page.getByRole('main').getByRole('list').last()
  await expect(trades.getByRole('listitem')).toHaveCount(1)
})

async function pick(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Offer menu' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a string becomes no HTML and no script, but React may create its own script elements', async ({ newVisitor }) => {
  const { page, allow } = await newVisitor()
  allow(/Trusted(HTML|Script)/)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const outcomes = await page.evaluate(() => {
    const isRefused = (work: () => void) => {
      try {
        work()
        return false
      } catch {
        return true
      }
    }
    const script = document.createElement('script')
    return [
      isRefused(() => void Object.assign(document.createElement('div'), { innerHTML: '<b>text</b>' })),
      isRefused(() => (script.src = 'https://evil.example/x.js')),
      isRefused(() => (script.text = 'alert(1)')),
      isRefused(() => script.setAttribute('src', '/api/session')),
      isRefused(() => void Object.assign(document.createElement('div'), { innerHTML: '<script></script>' })),
      isRefused(() => (script.src = '/assets/a.js')),
    ]
  })
  expect(outcomes).toEqual([true, true, true, true, false, false])
})
