import type { Page } from '@playwright/test'
import { choose } from './layout.ts'
import { expect, test } from './users.ts'

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const open = (page: Page) => page.locator('details[open]')
const question = (page: Page, title: string) => page.getByRole('heading', { level: 3, name: title })

test('a complete message is sent and gets a reference', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const send = page.getByRole('button', { name: 'Send message' })
  await page.goto('/contact')
  await field(page, 'Name').fill('Nadia')
  await choose(page, 'Subject', 'Security')
  await field(page, 'Message').fill('I have found a vulnerability.')
  await field(page, 'Email').fill('nadia@example.org')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeFocused()
  await expect(page.getByText(/^C-[0-9A-F]{8}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Send another message' }).click()
  await expect(field(page, 'Message')).toHaveValue('')
})

test('an address with a fragment opens its answer', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/faq?open=api')
  await expect(open(page)).toHaveCount(1)
  await expect(open(page)).toContainText('Is there an API?')
  await expect(question(page, 'Is there an API?')).toBeInViewport()
})

test('a search that was typed before hydration finds its questions', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const awake = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await awake.promise
    await route.continue()
  })
  await page.goto('/faq', { waitUntil: 'commit' })
  await page.getByRole('searchbox').fill('API')
  awake.resolve()
  await expect(question(page, 'Is there an API?')).toBeVisible()
  await expect(question(page, 'What is Sarraf?')).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('API')
})
