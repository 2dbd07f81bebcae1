import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { waitForStableTotp, authenticatorAppWith, type Phone } from '../server/testing/factors.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { keepCodes, openSecurity, enableTotp } from './factors.ts'
import { signOut } from './layout.ts'
import { expect, fillSignIn, test, type User } from './users.ts'

const sections = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Two-factor authentication' }) })

test(
  'an authenticator app is set up: QR code and key, a first code, ten recovery codes',
  { tag: '@phone' },
  async ({ newUser }) => {
    const { page, allow } = await newUser('amina')
    allow(/403 POST \/api\/factors\/totp\/confirm/)
    await openSecurity(page)
    await page.getByRole('button', { name: 'Set up' }).click()
    const setup = page.getByRole('dialog', { name: 'Authenticator app' })
    await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expect(setup.locator('code')).toHaveText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    await expectAccessible(page)
    await expectToFit(page)
    await setup.getByRole('button', { name: 'Turn on' }).click()
    await expect(setup.getByLabel('Code from your app')).toHaveAccessibleDescription(
      /Enter the 6-digit code from your app/,
    )
    await setup.getByLabel('Code from your app').fill('000000')
    await setup.getByRole('button', { name: 'Turn on' }).click()
    await expect(setup.getByLabel('Code from your app')).toHaveAccessibleDescription(
      /This code is wrong or has already been used/,
    )
    await setup.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Set up' }).click()
    const phone = await phoneOf(page)
    await waitForStableTotp()
    await setup.getByLabel('Code from your app').fill(phone())
    await setup.getByRole('button', { name: 'Turn on' }).click()
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
    await expect(shown.getByRole('listitem')).toHaveCount(10)
    await expectAccessible(page)
    await expectToFit(page)
    const download = page.waitForEvent('download')
    await shown.getByRole('link', { name: 'Download' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file.trim().split('\n')).toEqual(await shown.getByRole('listitem').allInnerTexts())
    await shown.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(sections(page)).toContainText('Authenticator appOn')
    await expect(sections(page)).toContainText('10 codes left')
    await expectAccessible(page)
    await expectToFit(page)
    // The session has a new token, and the user is still signed in.
    await page.reload()
    await expect(sections(page)).toContainText('Authenticator appOn')
  },
)

test('sign-in then requires the second factor: a wrong code, a right one', async ({ newUser }) => {
  const amina = await newUser('amina')
  const { page, allow } = amina
  allow(/403 POST \/api\/sign-in\/second-factor/)
  const { phone } = await enableTotp(amina)
  await firstStep(amina, '/my-offers')
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused()
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByLabel('Code from your app').fill('000000')
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Code from your app')).toHaveAccessibleDescription(
    /This code is wrong or has already been used/,
  )
  await waitForStableTotp()
  await page.getByLabel('Code from your app').fill(phone())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/my-offers')
})

test('a recovery code replaces the app once, and new codes replace the rest', async ({ newUser }) => {
  const amina = await newUser('amina')
  const { page, allow } = amina
  allow(/403 POST \/api\/sign-in\/second-factor/)
  const { codes } = await enableTotp(amina)
  await firstStep(amina, '/dashboard?tab=security')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expectAccessible(page)
  await page.getByLabel('Recovery code').fill(codes[4]!.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(sections(page)).toContainText('9 codes left')

  await page.getByRole('button', { name: 'Generate new codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Generate new codes' }).click()
  const fresh = await keepCodes(page)
  expect(fresh.filter((code) => codes.includes(code))).toEqual([])
  await expect(sections(page)).toContainText('10 codes left')
  await firstStep(amina, '/dashboard')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(codes[5]!)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(
    /This code is wrong or has already been used/,
  )
})

test('too many wrong codes end the sign-in, and it can be started again', async ({ newUser }) => {
  const amina = await newUser('amina')
  const { page, allow } = amina
  allow(/40[13] POST \/api\/sign-in\/second-factor/)
  const { codes } = await enableTotp(amina)
  await firstStep(amina, '/dashboard')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  for (let n = 0; n < 5; n++) {
    await page.getByLabel('Recovery code').fill(`wrong ${n}`)
    const answer = page.waitForResponse(/second-factor/)
    await page.keyboard.press('Enter')
    await answer
    await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/This code is wrong/)
  }
  await page.getByLabel('Recovery code').fill(codes[0]!)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This sign-in has expired or had too many attempts. Please start again.')).toBeVisible()
  await page.getByRole('button', { name: 'Start again' }).click()
  await fillSignIn(page, amina)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('the app is removed, and the password alone signs in', async ({ newUser }) => {
  const amina = await newUser('amina')
  const { page } = amina
  await enableTotp(amina)
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  await expect(page.getByText('Authenticator app removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeHidden()
  await firstStep(amina, '/my-offers')
  await expect(page).toHaveURL('/my-offers')
})

/** Signs out, and in again up to the second factor. */
async function firstStep(user: User, next: string): Promise<void> {
  const { page } = user
  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto(`/login?next=${encodeURIComponent(next)}`)
  await fillSignIn(page, user)
}

async function phoneOf(page: Page): Promise<Phone> {
  const secret = await page.getByRole('dialog', { name: 'Authenticator app' }).locator('code').innerText()
  return authenticatorAppWith(secret.replaceAll(' ', ''))
}
