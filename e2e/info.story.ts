import type { Page } from '@playwright/test'
import { choose } from './layout.ts'
import { expect, test } from './users.ts'

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const open = (page: Page) => page.locator('details[open]')
const question = (page: Page, title: string) => page.getByRole('heading', { level: 3, name: title })

test('a complete message is sent and gets a reference', { tag: '@phone' }, async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const send = page.getByRole('button', { name: 'Send message' })
  await page.goto('/contact')
  await send.click()
  for (const [label, reason] of [
    ['Name', /Name is required/],
    ['Email', /Email is required/],
    ['Message', /Message is required/],
  ] as const) {
    await expect(field(page, label)).toHaveAccessibleDescription(reason)
  }
  await expect(page.getByText('Please choose a subject')).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()

  await field(page, 'Name').fill('Nadia')
  await field(page, 'Email').fill('nadia@nowhere')
  await choose(page, 'Subject', 'Security')
  await field(page, 'Message').fill('I have found a vulnerability.')
  await send.click()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Please enter a valid email address/)
  await expect(page.getByText('Please choose a subject')).toBeHidden()

  await field(page, 'Email').fill('nadia@example.org')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeFocused()
  await expect(page.getByText(/^C-[0-9A-F]{8}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Send another message' }).click()
  await expect(field(page, 'Message')).toHaveValue('')
})

test('the contact form is prefilled for a signed-in user', async ({ newUser }) => {
  const { page, username, email } = await newUser('asker')
  await page.goto('/contact')
  await expect(field(page, 'Name')).toHaveValue(username)
  await expect(field(page, 'Email')).toHaveValue(email)
})

test('answers open one at a time, within the chosen category', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/faq')
  await expect(question(page, 'What does a trade cost?')).toBeVisible()
  await expect(open(page)).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Fees' }).click()
  await expect(page).toHaveURL('/faq?category=fees')
  await expect(question(page, 'How is the price calculated?')).toBeHidden()

  await question(page, 'What does a trade cost?').click()
  await expect(page).toHaveURL('/faq?category=fees&open=fee')
  await expect(open(page)).toContainText('What does a trade cost?')
  await question(page, 'Are there other costs?').click()
  await expect(open(page)).toHaveCount(1)
  await expect(open(page)).toContainText('Are there other costs?')
  await question(page, 'Are there other costs?').click()
  await expect(open(page)).toHaveCount(0)
  await expect(page).toHaveURL('/faq?category=fees')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'All' }).click()
  await expect(question(page, 'How is the price calculated?')).toBeVisible()
})

test('an address with a fragment opens its answer', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/faq?open=api')
  await expect(open(page)).toHaveCount(1)
  await expect(open(page)).toContainText('Is there an API?')
  await expect(question(page, 'Is there an API?')).toBeInViewport()
})
