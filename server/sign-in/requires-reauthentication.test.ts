/** Only the calls in this list need recent authentication. Calls of staff are in server/staff/who-may.test.ts. */
import { expect, test } from 'vitest'
import * as api from '../../domain/api.ts'
import { call } from '../testing/app.ts'
import { addressOf, bodyFor } from '../testing/contract.ts'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { ageReauthentication, savePasskey } from '../testing/accounts/factors.ts'
import { signUp } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const SENSITIVE: ReadonlySet<unknown> = new Set([
  api.changePassword,
  api.changeEmail,
  api.endSession,
  api.endOtherSessions,
  api.startTotp,
  api.removeTotp,
  api.renewRecoveryCodes,
  api.startPasskey,
  api.removePasskey,
  api.saveConfirmAbove,
  api.createApiKey,
  api.createWebhook,
  api.changeWebhook,
  api.startLink,
  api.startWalletLink,
  api.removeIdentity,
  api.exportAccount,
  api.deleteAccount,
  api.addPaymentAccount,
  api.changePaymentAccount,
  api.getPaymentAccount,
  api.inviteTeamMember,
  // Only what silences the account, as the bodies of the contract do: email about trades, and push of urgent notifications.
  api.saveNotificationSetting,
  api.saveNotificationPreferences,
])

const USER_ENDPOINTS = ENDPOINTS.filter(
  ({ endpoint }) => !endpoint.isPublic && endpoint !== api.streamEvents && !endpoint.path.startsWith('/api/staff/'),
)

test('every call in the list exists', () => {
  expect(USER_ENDPOINTS.filter(({ endpoint }) => SENSITIVE.has(endpoint))).toHaveLength(SENSITIVE.size)
})

test.each(USER_ENDPOINTS)('$name', async ({ endpoint }) => {
  const place = testApp()
  const { user } = await savePasskey(place, await signUp(place.app, 'amina'))
  await ageReauthentication(place.owner, user)
  const { username, password } = user
  const body = { ...bodyFor(endpoint), ...(endpoint === api.deleteAccount && { username }) }
  if (endpoint === api.changePassword) Object.assign(body, { currentPassword: password })
  const url = addressOf(endpoint, {})
  const reply = await call(place.app, endpoint.method, url, { cookie: user.cookie, ...(endpoint.body && { body }) })
  // Re-authentication is refused with this code where other factors are required.
  if (endpoint === api.reauthenticate || endpoint === api.sendReauthenticationCode)
    expect(reply.body.code).toBe('reauthentication_required')
  else expect(reply.body.code === 'reauthentication_required').toBe(SENSITIVE.has(endpoint))
})
