/** Staff at work: contact messages, and actions on an account. */
import type { Page } from '@playwright/test'
import { EVERY_WIDTH, expectAccessible, expectToFit } from './accessible.ts'
import { enableTotp } from './factors.ts'
import { grantRole, revokeRole } from './staff-roles.ts'
import { endSession, expect, fillSignIn, test, type User, type Visitor } from './users.ts'

/** The link to the page in the header's menu. */
async function openAdministration(page: Page, { username }: Pick<User, 'username'>): Promise<void> {
  await openMenu(page, username)
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Administration', level: 1 })).toBeVisible()
}

async function openMenu(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: `Account: ${username}`, exact: true }).click()
}

/** Sends a message through the contact form's call; returns its reference. */
async function write({ context }: Visitor, message: string): Promise<string> {
  const data = { name: 'Lea Martin', email: 'lea@example.org', subject: 'security', message }
  const headers = { origin: `http://localhost:${process.env.E2E_PORT}`, 'idempotency-key': crypto.randomUUID() }
  const answer = await context.request.post('/api/contact', { data, headers })
  return ((await answer.json()) as { reference: string }).reference
}

test('an admin who signs in turns on a second factor, then reads a contact message and marks it answered, which is recorded', async ({
  newUser,
  newVisitor,
}) => {
  const [admin, writer] = [await newUser('admin'), await newVisitor()]
  const text = `Where is my trade? ${crypto.randomUUID()}`
  const reference = await write(writer, text)
  const { page } = admin
  await grantRole(admin, 'admin')
  await endSession(admin)
  await page.goto('/login?next=%2Fadmin')
  await fillSignIn(page, admin)
  await expect(page.getByText('Turn on two-factor authentication first')).toBeVisible()
  await expectAccessible(page, { colours: ['light'] })
  await page.getByRole('link', { name: 'Open the security settings' }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await enableTotp(admin)
  await openAdministration(page, admin)

  // Other stories write messages, too.
  await expect(page.getByRole('tab', { name: /^Inbox \d/ })).toBeVisible()
  const message = page.getByRole('listitem').filter({ hasText: text })
  await expect(message).toContainText('Lea Martin')
  await expect(message).toContainText('Security')
  await expect(message.getByRole('link', { name: 'lea@example.org' })).toHaveAttribute(
    'href',
    `mailto:lea%40example.org?subject=${reference}`,
  )
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expectAccessible(page, { colours: ['light'] })
  await expectToFit(page, EVERY_WIDTH)

  await message.getByRole('button', { name: `Mark as answered: ${reference}` }).click()
  const question = page.getByRole('dialog', { name: `Mark ${reference} as answered?` })
  await question.getByLabel('Note for the audit log').fill('Answered by mail today.')
  await question.getByRole('button', { name: 'Mark as answered' }).click()
  await expect(message).toHaveCount(0)
  await page.getByText('All messages').click()
  await expect(message).toContainText(`Answered by ${admin.username}`)
  await expect(message).toContainText('Answered by mail today.')

  await page.getByRole('tab', { name: 'Audit log' }).click()
  const records = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  const record = records.filter({ hasText: admin.username })
  await expect(record).toContainText(`Marked message ${reference} as answered`)
  await expect(record).toContainText('Answered by mail today.')
  await expectAccessible(page, { colours: ['light'] })
  await expectToFit(page, EVERY_WIDTH)
})

test('an admin ends the sessions of a user', async ({ newUser }) => {
  const [admin, owner] = [await newUser('admin'), await newUser('owner')]
  await owner.page.goto('/dashboard')
  await grantRole(admin, 'admin')
  await enableTotp(admin)
  await admin.page.goto('/admin')

  const { page } = admin
  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByLabel('Username').fill(owner.username.toUpperCase())
  const found = page.getByRole('listitem').filter({ hasText: owner.username })
  await expect(found).toContainText('1 active session')
  await expect(page.getByText(owner.email)).toHaveCount(0)
  await expectAccessible(page, { colours: ['light'] })
  await expectToFit(page, EVERY_WIDTH)

  await found.getByRole('link', { name: owner.username }).click()
  await page.getByRole('button', { name: `End all sessions of ${owner.username}` }).click()
  const question = page.getByRole('dialog', { name: `End all sessions of ${owner.username}?` })
  await expectAccessible(page, { colours: ['light'] })
  await expectToFit(page, EVERY_WIDTH)
  await question.getByLabel('Reason').fill('Another person uses the account.')
  await question.getByRole('button', { name: 'End all sessions' }).click()
  await expect(page.getByText('1 session ended')).toBeVisible()
  await expect(page.getByText('no active sessions')).toBeVisible()
  await expect(page.getByRole('button', { name: `End all sessions of ${owner.username}` })).toHaveCount(0)
  await page.goBack()
  await page.getByLabel('Username').fill(admin.username)
  await expect(page.getByRole('listitem').filter({ hasText: admin.username })).toContainText('This is you')

  owner.allow(/401/)
  await owner.page.reload()
  await expect(owner.page.getByText('Please sign in')).toBeVisible()
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await expect(page.getByText(`Ended all sessions of ${owner.username}`)).toBeVisible()

  // After the role is revoked, the next request finds no page.
  await revokeRole(admin, 'admin')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('for other users the page does not exist, and no link leads to it', async ({ newUser }) => {
  const arbiter = await newUser('arbiter')
  await grantRole(arbiter, 'arbiter')
  const { page } = arbiter
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Administration' })).toHaveCount(0)
  await openMenu(page, arbiter.username)
  await expect(page.getByText('Trades', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('Administration')).toHaveCount(0)
})
