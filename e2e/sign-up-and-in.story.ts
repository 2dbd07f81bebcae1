import type { Page, Route } from '@playwright/test'
import { expectAccessible, expectToFit } from './accessible.ts'
import { isPhone, signOut } from './layout.ts'
import { codeFor, enterCode, expect, fillSignIn, PASSWORD, signIn, test, uniqueName } from './users.ts'

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create account' })

const OVER = 'Your sign-up has expired or is already complete. Sign in, or start again.'

test(
  'a new user is led through the form, one reason at a time, and by a code into their account',
  { tag: '@phone' },
  async ({ newVisitor }) => {
    const { page, allow } = await newVisitor()
    allow(/403 POST \/api\/register\/confirm/)
    await page.goto('/register')
    await expect(page.getByRole('heading', { name: 'Create account', level: 1 })).toBeVisible()
    await expect(field(page, 'Password')).toHaveAccessibleDescription('At least 8 characters')
    await expect(submit(page)).toBeDisabled()

    await field(page, 'Password').fill('1234567')
    await expect(submit(page)).toBeDisabled()
    await field(page, 'Password').fill(PASSWORD)
    await expect(field(page, 'Password')).toHaveAccessibleDescription('Long enough')

    await field(page, 'Confirm password').fill('something else')
    await refused(page, 'Confirm password', 'Passwords do not match')
    await field(page, 'Confirm password').fill(PASSWORD)
    await expect(field(page, 'Confirm password')).not.toHaveAttribute('aria-invalid', 'true')

    await refused(page, 'Username', 'Username is required')
    await field(page, 'Username').fill('ab')
    await refused(page, 'Username', 'Username must be at least 3 characters long')
    await field(page, 'Username').fill('a b c')
    await refused(page, 'Username', 'Username can only contain letters, numbers, and underscores')
    await field(page, 'Username').fill('sarraf')
    await refused(page, 'Username', 'This username is reserved')
    const username = uniqueName('nadia')
    await field(page, 'Username').fill(username)
    await expect(field(page, 'Username')).toHaveAccessibleDescription('Valid format')

    await field(page, 'Email').fill('not an address')
    await refused(page, 'Email', 'Please enter a valid email address')
    await field(page, 'Email').fill(`${username}@example.org`)
    await submit(page).click()
    await expect(page.getByText('You must be at least 18 and accept the terms')).toBeVisible()
    await page.getByRole('checkbox').click()
    await submit(page).click()

    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect(field(page, 'Code from the email')).toBeFocused()
    await expect(page.getByRole('main').getByRole('status')).toContainText(`${username}@example.org`)
    await expectAccessible(page)
    await expectToFit(page)
    // As a new user to the demonstration does it: the mail is on a page of its own, and the way back leads to the same step.
    await page.getByRole('link', { name: 'Read them here' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Your sign-up code' }).click()
    const mail = await page
      .getByRole('main')
      .getByText(/\b\d{6}\b/)
      .innerText()
    const code = /\b\d{6}\b/.exec(mail)?.[0] ?? ''
    await page.goBack()
    await page.reload()
    await field(page, 'Code from the email').fill(code === '000000' ? '111111' : '000000')
    await refused(page, 'Code from the email', 'This code is wrong or has already been used.')
    await field(page, 'Code from the email').fill(code)
    await submit(page).click()
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/profile')
    await expect(page.getByText('Email confirmed', { exact: true })).toBeVisible()
  },
)

test('another code is sent, another address is chosen, and the typed values are kept', async ({ newVisitor }) => {
  const { page, allow } = await newVisitor()
  allow(/403 POST \/api\/register\/confirm/)
  const username = uniqueName('nadia')
  const [mistyped, right] = [`${username}@exmaple.org`, `${username}@example.org`]
  await page.goto('/register?next=%2Foffers%2Fbuy')
  await fillForm(page, username, mistyped)
  await submit(page).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(mistyped)
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(field(page, 'Username')).toHaveValue(username)
  await expect(field(page, 'Confirm password')).toHaveValue(PASSWORD)
  await field(page, 'Email').fill(right)
  await submit(page).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(right)

  const former = await codeFor(right)
  await field(page, 'Code from the email').fill('12')
  await refused(page, 'Code from the email', 'Enter the 6-digit code from the email')
  await page.getByRole('button', { name: 'Send another code' }).click()
  await expect(page.getByText('We’ve sent another code.')).toBeVisible()
  // The error of the previous code is cleared.
  await expect(field(page, 'Code from the email')).toHaveValue('')
  await expect(field(page, 'Code from the email')).toBeFocused()
  await expect(field(page, 'Code from the email')).not.toHaveAttribute('aria-invalid', 'true')
  if ((await codeFor(right)) !== former) {
    await field(page, 'Code from the email').fill(former)
    await refused(page, 'Code from the email', 'This code is wrong or has already been used.')
  }
  await enterCode(page, right)
  await expect(page).toHaveURL('/offers/buy')
})

test('without a pending registration the code’s step says so and links back', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/register?step=code')
  await expect(page.getByText(OVER)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page).toHaveURL('/register')
  await expect(field(page, 'Username')).toBeVisible()
})

test('a user who misses the answer that created their account is led to it', async ({ newVisitor }) => {
  const { page, allow } = await newVisitor()
  allow(/(409|ERR_FAILED) POST \/api\/register\/confirm/)
  const email = `${uniqueName('unlucky')}@example.org`
  await page.goto('/register?next=%2Foffers%2Fbuy')
  await fillForm(page, uniqueName('unlucky'), email)
  await submit(page).click()
  await page.route('**/api/register/confirm', loseAnswer, { times: 1 })
  await enterCode(page, email)
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await submit(page).click()
  await expect(page.getByText(OVER)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, { email, password: PASSWORD })
  await expect(page).toHaveURL('/offers/buy')
})

test('after a second registration in another tab, the first tab names the address that waits for its code', async ({
  newVisitor,
}) => {
  const { page, context } = await newVisitor()
  const [former, latter] = [uniqueName('first'), uniqueName('second')]
  await page.goto('/register')
  await fillForm(page, former, `${former}@example.org`)
  await submit(page).click()
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toContainText(former)

  const other = await context.newPage()
  await other.goto('/register')
  await fillForm(other, latter, `${latter}@example.org`)
  await submit(other).click()
  await expect(other.getByRole('main').getByRole('status')).toContainText(latter)
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(status).toContainText(latter)
  await enterCode(page, `${latter}@example.org`)
  await expect(page).toHaveURL('/dashboard')
})

test('a taken username is refused beside its field; a taken email address is reported in its mailbox only', async ({
  newUser,
  newVisitor,
}) => {
  const amina = await newUser('amina')
  const { page, allow } = await newVisitor()
  allow(/409 POST \/api\/register/)
  await page.goto('/register')
  await fillForm(page, amina.username.toUpperCase(), `${uniqueName('other')}@example.org`)
  await refused(page, 'Username', 'This username is taken or too similar to another.')

  await field(page, 'Username').fill(uniqueName('other'))
  await field(page, 'Email').fill(amina.email)
  await submit(page).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(amina.email)
  await page.getByRole('link', { name: 'Read them here' }).click()
  await page.getByRole('main').getByRole('button', { name: 'You already have an account' }).click()
  await expect(page.getByText('it already has one.')).toBeVisible()
})

test('a wrong password shows an error, and can be made visible and corrected', async ({ newUser, newVisitor }) => {
  const user = await newUser()
  const { page, allow } = await newVisitor()
  allow(/401 POST \/api\/sign-in/)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome back', level: 1 })).toBeVisible()
  await fillSignIn(page, { email: user.email, password: 'not this one' })
  await expect(page.getByText('Invalid email or password.')).toBeVisible()

  await field(page, 'Password').fill(user.password)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('sign-in leads on to the requested page, on this site only', async ({ newUser, newVisitor }) => {
  const user = await newUser()
  const { page } = await newVisitor()
  await page.goto('/my-offers')
  await expect(page).toHaveURL('/login?next=%2Fmy-offers')
  await fillSignIn(page, user)
  await expect(page).toHaveURL('/my-offers')

  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login?next=//evil.example')
  await fillSignIn(page, user)
  await expect(page).toHaveURL('/dashboard')
})

test('the session survives a reload and ends in every tab', { tag: '@phone' }, async ({ newVisitor }) => {
  const { page, context, allow } = await newVisitor()
  allow(/401 GET /)
  await signIn(page, 'amina')
  await page.reload()
  await expect(page).toHaveURL('/dashboard')
  const other = await context.newPage()
  await other.goto('/my-offers')
  await expect(other.getByRole('heading', { level: 1, name: 'My offers' })).toBeVisible()

  await signOut(page)
  await expect(page).toHaveURL('/')
  if (!isPhone(page)) await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  // The other tab notices the sign-out, and no longer shows the dashboard.
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { level: 1, name: 'Please sign in' })).toBeVisible()
})

test('text typed before hydration is kept', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const awake = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await awake.promise
    await route.continue()
  })
  const username = uniqueName('early')
  await page.goto('/register', { waitUntil: 'commit' })
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill(`${username}@example.org`)
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  awake.resolve()
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Long enough')
  await expect(field(page, 'Username')).toHaveAccessibleDescription('Valid format')
  await page.getByRole('checkbox').click()
  await submit(page).click()
  await enterCode(page, `${username}@example.org`)
  await expect(page).toHaveURL('/dashboard')
})

/** The server runs the call, but its answer and cookies are lost. */
async function loseAnswer(route: Route): Promise<void> {
  const request = route.request()
  const headers = await request.allHeaders()
  const answer = await fetch(request.url(), { method: 'POST', headers, body: request.postData() })
  expect(answer.ok).toBe(true)
  await route.abort()
}

async function fillForm(page: Page, username: string, email: string): Promise<void> {
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox').click()
}

async function refused(page: Page, label: string, reason: string): Promise<void> {
  await submit(page).click()
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(reason))
  await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
}
