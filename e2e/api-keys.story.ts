import { expectAccessible, expectToFit } from './accessible.ts'
import { expect, test } from './users.ts'

test('an API key is created, copied, used by a program, and deleted', async ({ newUser }) => {
  const { page, context } = await newUser('amina')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/settings?tab=keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  await expectAccessible(page)
  await expectToFit(page)
  await form.getByLabel('Name').fill('Shop')
  await form.getByRole('checkbox', { name: 'Manage offers' }).check()
  await form.getByRole('combobox', { name: 'Expiry' }).selectOption({ label: '30 days' })
  await form.getByRole('button', { name: 'Create the key' }).click()

  const shown = page.getByRole('dialog', { name: 'Your new key' })
  await expectAccessible(page)
  await expectToFit(page)
  await shown.getByRole('button', { name: 'Copy the key' }).click()
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(key).toMatch(/^sarraf_[A-Za-z0-9_-]{43}$/)
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText(key)).toHaveCount(0)
  const line = page.getByRole('listitem').filter({ hasText: `${key.slice(0, 15)}…` })
  await expect(line).toContainText('Not used yet')
  await expect(line).toContainText('Expires')
  await expectAccessible(page)
  await expectToFit(page)

  // A program: no browser, no cookie.
  const { origin } = new URL(page.url())
  const ask = (path: string, bearer = key) =>
    fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
  expect(await (await ask('/api/my-offers')).json()).toEqual({ offers: [], nextCursor: null })
  expect((await ask('/api/sessions')).status).toBe(403)
  await page.reload()
  await expect(line).toContainText('Last used')

  await line.getByRole('button', { name: 'Remove the key Shop' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the key Shop?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Key Shop removed')).toBeVisible()
  await expect(line).toHaveCount(0)
  expect((await ask('/api/my-offers')).status).toBe(401)
})

test('a key that may release USDT gets limits, and its line shows what it has released of them', async ({
  newUser,
}) => {
  const { page } = await newUser('amina')
  await page.goto('/settings?tab=keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const form = page.getByRole('dialog', { name: 'Create a key' })
  await form.getByLabel('Name').fill('Till')
  await form.getByRole('checkbox', { name: 'Read' }).uncheck()
  const limits = form.getByRole('group', { name: 'Release limits for 24 hours' })
  await expect(limits).toHaveCount(0)
  await form.getByRole('checkbox', { name: 'Release USDT' }).check()
  await expect(limits.getByLabel('Amount')).toHaveValue('1000')
  await expect(limits.getByRole('combobox', { name: 'Trades' })).toHaveValue('10')
  await expectAccessible(page)
  await expectToFit(page)

  await limits.getByLabel('Amount').fill('200000')
  await form.getByRole('button', { name: 'Create the key' }).click()
  await expect(limits.getByText('Enter an amount from 1 to 100000 USDT.')).toBeVisible()
  await limits.getByLabel('Amount').fill('250')
  await limits.getByRole('combobox', { name: 'Trades' }).selectOption('5')
  await form.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('dialog', { name: 'Your new key' }).getByRole('button', { name: 'I’ve saved it' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Till' })
  await expect(line).toContainText('Released in the last 24 hours: 0.00 of 250.00 USDT · 0 of 5 trades')
  await expectAccessible(page)
  await expectToFit(page)
})

test('the API page shows every endpoint for API keys, and an example to copy', async ({ newVisitor }) => {
  const { page, context } = await newVisitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/api-docs')
  const example = page.getByRole('region', { name: 'Receiver example' })
  await expect(example.getByText('createServer(async')).toHaveCSS('white-space-collapse', 'preserve')
  await expect(example.getByText('createServer(async')).toHaveCSS('text-wrap-mode', 'nowrap')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'How to use the API',
    'Receive events',
    'Without a key',
    'Read',
    'Manage offers',
    'Manage trades',
    'Release USDT',
  ])
  const calls = page.getByRole('main').getByRole('region').getByRole('listitem')
  const { origin } = new URL(page.url())
  const document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security: object[] }>>
  }
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const count = operations.filter(({ security }) => security.some((way) => !('session' in way))).length
  await expect(calls).toHaveCount(count)
  await page.locator('summary', { hasText: 'Example of POST /api/quotes' }).click()
  const copy = page.getByRole('button', { name: 'Copy the example of POST /api/quotes' })
  await expectAccessible(page)
  await expectToFit(page)
  await copy.click()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  expect(curl).toContain(`curl -X POST '${origin}/api/quotes'`)
  expect(curl).toContain("-H 'Authorization: Bearer sarraf_…'")
  await expect(page.getByRole('link', { name: 'the OpenAPI document' })).toHaveAttribute('href', '/api/openapi.json')
})
