/** Where the focus is after the page changes, as a user of a screen reader needs it. */
import type { Page } from '@playwright/test'
import { addPasskey, openSecurity, enableTotp, withPasskeyDevice } from './factors.ts'
import { signOut } from './layout.ts'
import { ask, expect, fillSignIn, PASSWORD, test } from './users.ts'
import { ageReauthentication } from './time-travel.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => main(page).getByRole('heading', { name })

test('at sign-in the focus moves to the next field, with the typed address kept', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const email = main(page).getByLabel('Email', { exact: true })
  await page.goto('/login')
  await expect(email).not.toBeFocused()
  await email.fill('unknown@example.org')
  await press(page, 'Email me a code')
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('unknown@example.org')
  await press(page, 'Send the code')
  await expect(main(page).getByLabel('Code from the email')).toBeFocused()
  await press(page, 'Send another code')
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('unknown@example.org')
  await press(page, 'Use my password')
  await expect(email).toBeFocused()
  await main(page).getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeFocused()
  await expect(email).toHaveValue('unknown@example.org')
  await press(page, 'Send the link')
  await expect(main(page).locator(':focus')).toContainText('we’ve sent it a link to set a new password')
})

test('in a second factor challenge and a re-authentication the focus moves to the chosen alternative', async ({
  newUser,
}) => {
  const amina = await newUser('amina')
  const { page, allow } = amina
  allow(/403 POST \/api\/(factors|reauthenticate)/)
  await withPasskeyDevice(page)
  await enableTotp(amina)
  await addPasskey(page, 'Phone')

  await ageReauthentication(amina)
  await press(page, 'Generate new codes')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Generate new codes' }).click()
  const reauthenticationDialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await reauthenticationDialog.getByRole('button', { name: 'Use password and code' }).click()
  await expect(reauthenticationDialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('half a pass')
  await reauthenticationDialog.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await expect(reauthenticationDialog.getByLabel('Recovery code')).toBeFocused()
  await expect(reauthenticationDialog.getByLabel('Password', { exact: true })).toHaveValue('half a pass')
  await reauthenticationDialog.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(reauthenticationDialog.locator(':focus')).toContainText(
    'Your device will ask for your fingerprint, face or PIN.',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back' }).click()
  await expect(main(page).getByRole('button', { name: 'Generate new codes' })).toBeFocused()

  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await fillSignIn(page, amina)
  await expect(heading(page, 'Two-factor authentication')).toBeFocused()
  await press(page, 'Use a recovery code instead')
  await expect(main(page).getByLabel('Recovery code')).toBeFocused()
  await press(page, 'Start again')
  await expect(main(page).getByLabel('Email', { exact: true })).toBeFocused()
})

test('a re-authentication focuses its first field, and a dialog that is shown once closes by its own button only', async ({
  newUser,
}) => {
  const amina = await newUser('amina')
  const { page, allow } = amina
  allow(/403 POST \/api\/keys/)
  await page.goto('/settings?tab=keys')
  await ageReauthentication(amina)
  await press(page, 'Create a key')
  const form = page.getByRole('dialog', { name: 'Create a key' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('watcher')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Password', { exact: true }),
  ).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  await expect(shown).toBeFocused()
  await page.keyboard.press('Escape')
  await page.mouse.click(4, 4)
  await expect(shown).toBeVisible()
  await shown.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(shown).toBeHidden()
  await expect(main(page).getByRole('button', { name: 'Create a key' })).toBeFocused()
})

test('in the settings the focus moves into an opened form, back to its button, and to the heading where the button is gone', async ({
  newUser,
  newVisitor,
}) => {
  const [amina, elsewhere] = [await newUser('amina'), await newVisitor()]
  const { page, email, username } = amina
  await ask({ ...amina, ...elsewhere }, 'POST', '/api/sign-in', { email, password: amina.password })
  await page.goto('/account')
  await press(page, 'Edit username')
  await expect(main(page).getByLabel('Username', { exact: true })).toBeFocused()
  await press(page, 'Cancel')
  await expect(main(page).getByRole('button', { name: 'Edit username' })).toBeFocused()

  await openSecurity(page)
  const newEmail = main(page).getByLabel('New email')
  await newEmail.fill(`other_${username.toLowerCase()}@example.org`)
  await page.keyboard.press('Enter')
  await expect(main(page).locator(':focus')).toContainText('Open the link in the email')
  await press(page, 'Use another address')
  await expect(newEmail).toBeFocused()

  await main(page)
    .getByRole('button', { name: /^End session: .+, signed in/ })
    .click()
  await expect(page.getByText(/^Session ended: /)).toBeVisible()
  await expect(heading(page, 'Active sessions')).toBeFocused()
})
