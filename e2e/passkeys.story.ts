import { expectAccessible, expectToFit } from './accessible.ts'
import { addPasskey, keepCodes, openSecurity, withPasskeyDevice } from './factors.ts'
import { signOut } from './layout.ts'
import { expect, fillSignIn, test } from './users.ts'
import { ageReauthentication } from './time-travel.ts'

test('a passkey is added and signs in alone', async ({ newUser }) => {
  const { page } = await newUser('amina')
  const device = await withPasskeyDevice(page)
  await openSecurity(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveAccessibleDescription(/Enter a name for the passkey/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await addPasskey(page, 'My phone')
  await keepCodes(page)
  const entry = page.getByRole('listitem').filter({ hasText: 'My phone' })
  await expect(entry).toContainText('Not used yet')
  await expectAccessible(page)
  await expectToFit(page)
  expect(await device.count()).toBe(1)

  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login?next=%2Fdashboard%3Ftab%3Dsecurity')
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(entry).toContainText('Last used')
})

test('with a passkey the password is the first factor only', async ({ newUser }) => {
  const amina = await newUser('amina')
  const { page } = amina
  const device = await withPasskeyDevice(page)
  await openSecurity(page)
  await addPasskey(page, 'My phone')
  await keepCodes(page)
  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await fillSignIn(page, amina)
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused()
  await expectAccessible(page)

  await device.setWilling(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('No passkey was used. You can try again.')).toBeVisible()
  await device.setWilling(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a passkey re-authenticates, and is removed; then it no longer signs in', async ({ newUser }) => {
  const amina = await newUser('amina')
  const { page, allow } = amina
  allow(/403 (DELETE \/api\/factors\/passkeys|POST \/api\/sign-in\/passkey)/)
  await withPasskeyDevice(page)
  await openSecurity(page)
  await addPasskey(page, 'My phone')
  await keepCodes(page)
  await ageReauthentication(amina)
  await page.getByRole('button', { name: 'Remove the passkey My phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expectAccessible(page)
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Passkey My phone removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeHidden()

  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey was not accepted. Please try again.')).toBeVisible()
})

test('a browser without a passkey says so', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await withPasskeyDevice(page)
  await page.goto('/login')
  // The page is rendered before its scripts run: a press that comes too early is repeated.
  await expect(async () => {
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('No passkey was used. You can try again.')).toBeVisible({ timeout: 3000 })
  }).toPass()
})
