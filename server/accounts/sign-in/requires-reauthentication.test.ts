/** Only the calls in this list need recent authentication. Calls of staff are in server/staff/who-may.test.ts. */
import { expect, test } from 'vitest'
import * as accountsApi from '../../../domain/api/accounts/accounts.ts'
import * as factorsApi from '../../../domain/api/accounts/factors.ts'
import * as apiKeysApi from '../../../domain/api/accounts/api-keys.ts'
import * as telegramApi from '../../../domain/api/notifications/telegram.ts'
import * as webhooksApi from '../../../domain/api/notifications/webhooks.ts'
import * as identitiesApi from '../../../domain/api/accounts/identities.ts'
import * as accountDataApi from '../../../domain/api/accounts/account-data.ts'
import * as savePaymentAccountApi from '../../../domain/api/payments/save-payment-account.ts'
import * as paymentAccountsApi from '../../../domain/api/payments/payment-accounts.ts'
import * as teamsApi from '../../../domain/api/accounts/teams.ts'
import * as notificationsApi from '../../../domain/api/notifications/notifications.ts'
import * as streamApi from '../../../domain/api/notifications/stream.ts'
import { call } from '../../testing/app.ts'
import { addressOf, bodyFor } from '../../testing/contract.ts'
import { ENDPOINTS } from '../../../domain/endpoints.ts'
import { ageReauthentication, savePasskey } from '../../testing/accounts/factors.ts'
import { signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp({
  telegram: { token: 'unused', botId: '1', apiUrl: 'https://api.telegram.org', isLocal: false },
})

const SENSITIVE: ReadonlySet<unknown> = new Set([
  accountsApi.changePassword,
  accountsApi.changeEmail,
  accountsApi.endSession,
  accountsApi.endOtherSessions,
  factorsApi.startTotp,
  factorsApi.removeTotp,
  factorsApi.renewRecoveryCodes,
  factorsApi.startPasskey,
  factorsApi.removePasskey,
  factorsApi.saveConfirmAbove,
  apiKeysApi.createApiKey,
  webhooksApi.createWebhook,
  webhooksApi.changeWebhook,
  telegramApi.createTelegramCode,
  telegramApi.unlinkTelegram,
  identitiesApi.startLink,
  identitiesApi.startWalletLink,
  identitiesApi.removeIdentity,
  accountDataApi.exportAccount,
  accountDataApi.deleteAccount,
  savePaymentAccountApi.addPaymentAccount,
  savePaymentAccountApi.changePaymentAccount,
  paymentAccountsApi.getPaymentAccount,
  teamsApi.inviteTeamMember,
  // Only what silences the account, as the bodies of the contract do: email about trades, and push of urgent notifications.
  notificationsApi.saveNotificationSetting,
  notificationsApi.saveNotificationPreferences,
])

const USER_ENDPOINTS = ENDPOINTS.filter(
  ({ endpoint }) =>
    !endpoint.isPublic && endpoint !== streamApi.streamEvents && !endpoint.path.startsWith('/api/staff/'),
)

test('every call in the list exists', () => {
  expect(USER_ENDPOINTS.filter(({ endpoint }) => SENSITIVE.has(endpoint))).toHaveLength(SENSITIVE.size)
})

test.each(USER_ENDPOINTS)('$name', async ({ endpoint }) => {
  const place = testApp()
  const { user } = await savePasskey(place, await signUp(place.app, 'amina'))
  await ageReauthentication(place.owner, user)
  const { username, password } = user
  const body = { ...bodyFor(endpoint), ...(endpoint === accountDataApi.deleteAccount && { username }) }
  if (endpoint === accountsApi.changePassword) Object.assign(body, { currentPassword: password })
  const url = addressOf(endpoint, {})
  const reply = await call(place.app, endpoint.method, url, { cookie: user.cookie, ...(endpoint.body && { body }) })
  // Re-authentication is refused with this code where other factors are required.
  if (endpoint === factorsApi.reauthenticate || endpoint === factorsApi.sendReauthenticationCode)
    expect(reply.body.code).toBe('reauthentication_required')
  else expect(reply.body.code === 'reauthentication_required').toBe(SENSITIVE.has(endpoint))
})
