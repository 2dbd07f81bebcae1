import { expectAccessible, expectToFit } from './accessible.ts'
import { addPasskey, keepCodes, openSecurity, withPasskeyDevice } from './factors.ts'
import { signOut } from './layout.ts'
import { expect, fillSignIn, test } from './users.ts'
import { ageReauthentication } from './time-travel.ts'

test('a passkey is added, signs in alone and as a second factor, re-authenticates, and is removed', async ({
  newUser,
}) => {
  const amina = await newUser('amina')
  const { page, allow } = amina
  allow(/403 DELETE \/api\/factors\/passkeys/)
  const device = await withPasskeyDevice(page)
  await openSecurity(page)
  await addPasskey(page, 'My phone')
  await keepCodes(page)
  const entry = page.getByRole('listitem').filter({ hasText: 'My phone' })
  await expect(entry).toContainText('Not used yet')
  await expectAccessible(page)
  await expectToFit(page)
  expect(await device.count()).toBe(1)

  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login?next=%2Fsettings')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(entry).toContainText('Last used')

  await signOut(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login?next=%2Fsettings')
  await fillSignIn(page, amina)
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeFocused()
  await device.setWilling(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('No passkey was used. You can try again.')).toBeVisible()
  await expectAccessible(page)
  await device.setWilling(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(entry).toBeVisible()

  await ageReauthentication(amina)
  await page.getByRole('button', { name: 'Remove the passkey My phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Passkey My phone removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeHidden()
})
