/** Second factors: created by the API where they prepare a story, or turned on as a user does. */
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { waitForStableTotp, authenticatorAppWith, type Phone } from '../server/testing/accounts/factors.ts'
import type { ChangedFactors } from '../domain/api/accounts/factors.ts'
import { ask, type User } from './users.ts'

export type EnabledTotp = { phone: Phone; codes: string[] }

/** Opens the user's security settings; `address` is the URL of another server than the shared one. */
export async function openSecurity(page: Page, address = ''): Promise<void> {
  await page.goto(`${address}/settings`)
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
}

/** Turns an authenticator app on by the API and opens the security settings. The code used is of the previous step. */
export async function enableTotp(user: User): Promise<EnabledTotp> {
  const { secret } = await ask<{ secret: string }>(user, 'POST', '/api/factors/totp/start')
  const phone = authenticatorAppWith(secret)
  await waitForStableTotp()
  const { recoveryCodes } = await ask<ChangedFactors>(user, 'POST', '/api/factors/totp/confirm', { code: phone(-1) })
  await openSecurity(user.page)
  return { phone, codes: recoveryCodes ?? [] }
}

/** Completes the setup of an authenticator app from the step that shows the key. */
export async function completeTotpSetup(page: Page): Promise<EnabledTotp> {
  const setup = page.getByRole('dialog', { name: 'Authenticator app' })
  const phone = authenticatorAppWith((await setup.locator('code').innerText()).replaceAll(' ', ''))
  await waitForStableTotp()
  await setup.getByLabel('Code from your app').fill(phone(-1))
  await setup.getByRole('button', { name: 'Turn on' }).click()
  return { phone, codes: await keepCodes(page) }
}

/** Reads the recovery codes off the dialog and closes it. */
export async function keepCodes(page: Page): Promise<string[]> {
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const codes = await shown.getByRole('listitem').allInnerTexts()
  await shown.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(shown).toBeHidden()
  return codes
}

/** Removes the password, as if the user had signed up with a provider: only the mailbox and the present session are left. */
export async function removePassword({ email }: { email: string }): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await owner.connect()
  try {
    await owner.query(
      "delete from identities where provider_id = 'credential' and user_id = (select user_id from accounts where email = $1)",
      [email],
    )
  } finally {
    await owner.end()
  }
}

export type PasskeyDevice = {
  /** The number of its passkeys. */
  count(): Promise<number>
  /** Whether its owner allows its use from now on. */
  setWilling(isWilling: boolean): Promise<void>
}

/** Gives the browser a device that stores passkeys and verifies its owner (Chromium's virtual authenticator). */
export async function withPasskeyDevice(page: Page): Promise<PasskeyDevice> {
  const chromium = await page.context().newCDPSession(page)
  await chromium.send('WebAuthn.enable')
  const { authenticatorId } = await chromium.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async count() {
      return (await chromium.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
    async setWilling(isUserVerified) {
      await chromium.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

/** Adds a passkey on the Security tab. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
}
