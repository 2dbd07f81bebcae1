import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { waitForStableTotp, authenticatorAppWith, type Phone } from '../server/testing/accounts/factors.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { keepCodes, openSecurity, enableTotp } from './factors.ts'
import { signOut } from './layout.ts'
import { ageReauthentication } from './time-travel.ts'
import { expect, fillSignIn, test, type User } from './users.ts'

const sections = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Two-factor authentication' }) })

test('an authenticator app is set up with ten recovery codes, is required at the next sign-in, and is removed', async ({
  newUser,
}) => {
  const amina = await newUser('amina')
  const { page } = amina
  await openSecurity(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  const setup = page.getByRole('dialog', { name: 'Authenticator app' })
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(setup.locator('code')).toHaveText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  await expectAccessible(page)
  await expectToFit(page)
  const phone = await phoneOf(page)
  await waitForStableTotp()
  // The code of the previous step, which leaves the present one for the sign-in.
  await setup.getByLabel('Code from your app').fill(phone(-1))
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

  await firstStep(amina, '/settings')
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused()
  await expectAccessible(page)
  await expectToFit(page)
  await waitForStableTotp()
  await page.getByLabel('Code from your app').fill(phone())
  await page.keyboard.press('Enter')
  await expect(sections(page)).toContainText('Authenticator appOn')

  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
  await expect(page.getByText('Authenticator app removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeHidden()
})

test('recovery codes replace the app: at sign-in, and beside the password to generate new ones', async ({
  newUser,
}) => {
  const amina = await newUser('amina')
  const { page, allow } = amina
  allow(/403 POST \/api\/factors\/recovery-codes/)
  const { codes } = await enableTotp(amina)
  await firstStep(amina, '/settings')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(codes[4]!.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(sections(page)).toContainText('9 codes left')

  await ageReauthentication(amina)
  await page.getByRole('button', { name: 'Generate new codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Generate new codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill(amina.password)
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await dialog.getByLabel('Recovery code').fill(codes[0]!)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const fresh = await keepCodes(page)
  expect(fresh.filter((code) => codes.includes(code))).toEqual([])
  await expect(sections(page)).toContainText('10 codes left')
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
