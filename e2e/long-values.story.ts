/** The longest that people are called, in every place of their own: nothing sticks out of the screen. */
import { expectToFit } from './accessible.ts'
import { openSecurity } from './factors.ts'
import { ask, expect, test, type Person } from './people.ts'

test('an address of eighty letters and a name of twenty', async ({ newVisitor }) => {
  const visitor = await newVisitor()
  const { page } = visitor
  const start = crypto.randomUUID().replaceAll('-', '')
  const amina: Person = {
    ...visitor,
    username: `WW${start}`.slice(0, 20),
    email: `${start.repeat(2).slice(0, 64)}@example.org`,
    password: 'a long enough password',
  }
  const { username, email, password } = amina
  const main = page.getByRole('main')
  const address = main.getByText(email).first()

  await page.goto('/forgot-password')
  await main.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(address).toBeVisible()
  await expectToFit(page)
  await page.goto('/login')
  await main.getByRole('button', { name: 'Email me a code' }).click()
  await main.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(address).toBeVisible()
  await expectToFit(page)

  await ask(amina, 'POST', '/api/register', {
    username,
    email,
    password,
    confirmPassword: password,
    acceptsTerms: true,
  })
  for (const path of ['/dashboard', '/profile', '/create-offer', `/trader/${username}`]) {
    await page.goto(path)
    await expect(main.getByText(path === '/create-offer' ? email : username).first()).toBeVisible()
    await expectToFit(page)
  }
  await openSecurity(page)
  await main.getByLabel('New email').fill(`a${email.slice(1)}`)
  await page.keyboard.press('Enter')
  await expect(main.getByText(`a${email.slice(1)}`)).toBeVisible()
  await expectToFit(page)
})

test('a unit stands after its figure in every language, not over it', async ({ newPerson, isMobile }) => {
  test.skip(isMobile, 'told once')
  const { page } = await newPerson('amina')
  for (const language of ['', '/ar']) {
    await page.goto(`${language}/dashboard?tab=security`)
    const figure = page.locator('input[name=confirmAboveUsdt]')
    await figure.fill('1000000')
    const unit = page.getByText('USDT', { exact: true })
    const [box, after] = [await figure.boundingBox(), await unit.boundingBox()]
    expect(after?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0) / 2)
  }
})
