/** The longest names and addresses, in every place of their own: no element is wider than the screen. */
import pg from 'pg'
import { expectToFit, expectToFitPhones } from './accessible.ts'
import { inLanguage, word } from './catalogue.ts'
import { openSecurity } from './factors.ts'
import { expect, test, type User } from './users.ts'

test('an email address of eighty characters and a username of twenty fit', async ({ newUser, newVisitor }) => {
  const [{ page }, amina] = [await newVisitor(), await newUser('amina')]
  const start = crypto.randomUUID().replaceAll('-', '')
  const [username, email] = [`WW${start}`.slice(0, 20), `${start.repeat(2)}@example-mail.org`]
  await rename(amina, username, email)

  await page.goto('/forgot-password')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(email).first()).toBeVisible()
  await expectToFit(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(email).first()).toBeVisible()
  await expectToFit(page)

  const main = amina.page.getByRole('main')
  for (const path of ['/dashboard', '/account', `/trader/${username}`]) {
    await amina.page.goto(path)
    await expect(main.getByText(username).first()).toBeVisible()
    await expectToFit(amina.page)
  }
  await openSecurity(amina.page)
  const another = `x${email.slice(1)}`
  await main.getByLabel('New email').fill(another)
  await amina.page.keyboard.press('Enter')
  await expect(main.getByRole('tabpanel').getByText(another)).toBeVisible()
  await expectToFit(amina.page)
})

test('a unit is at the end of its figure’s line in every language, not over the figure', async ({ newUser }) => {
  const { page } = await newUser('amina')
  for (const [language, isMirrored] of [
    ['', false],
    ['/ar', true],
  ] as const) {
    await page.goto(`${language}/settings`)
    const figure = page.locator('input[name=confirmAboveUsdt]')
    await figure.fill('1000000')
    const unit = page.getByText('USDT', { exact: true })
    const [box, after] = [await figure.boundingBox(), await unit.boundingBox()]
    const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2
    expect((after?.x ?? 0) < middle).toBe(isMirrored)
  }
})

test('the account pages fit a small phone in every language, also in the wider fonts of the system', async ({
  newUser,
}) => {
  const { page, context, allow } = await newUser('amina')
  allow(/woff2/)
  await context.route('**/*.woff2', (route) => route.abort())
  for (const language of ['en', 'fr', 'ar'] as const) {
    await page.goto(inLanguage(language, '/settings?tab=notifications'))
    await expect(page.getByRole('button', { name: word(language, 'Save settings') })).toBeVisible()
    await expectToFitPhones(page)
    await page.goto(inLanguage(language, '/settings'))
    await expect(page.getByRole('heading', { name: word(language, 'Change email') })).toBeVisible()
    await expectToFitPhones(page)
  }
})

/** Unverified, so that the notice about it is on the pages too. */
async function rename({ email: former }: User, username: string, email: string): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await owner.connect()
  try {
    await owner.query(
      `with account as (update accounts set email = $3 where email = $1 returning user_id)
       update users set username = $2, email_verified = false from account where id = user_id`,
      [former, username, email],
    )
  } finally {
    await owner.end()
  }
}
