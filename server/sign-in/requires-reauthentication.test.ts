/** Which calls ask for a fresh proof: all that are in the table, and none besides. Those of staff: server/staff/who-may.test.ts. */
import { expect, test } from 'vitest'
import * as api from '../../domain/api.ts'
import { call } from '../testing/app.ts'
import { addressOf, bodyFor } from '../testing/contract.ts'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { ageReauthentication, savePasskey } from '../testing/factors.ts'
import { signUp } from '../testing/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

const DANGEROUS: ReadonlySet<unknown> = new Set([
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
  api.startLink,
  api.startWalletLink,
  api.removeIdentity,
  api.exportAccount,
  api.deleteAccount,
])

const OWN = ENDPOINTS.filter(
  ({ endpoint }) => !endpoint.isPublic && endpoint !== api.streamEvents && !endpoint.path.startsWith('/api/staff/'),
)

test('the table is of calls there are', () => {
  expect(OWN.filter(({ endpoint }) => DANGEROUS.has(endpoint))).toHaveLength(DANGEROUS.size)
})

test.each(OWN)('$name', async ({ endpoint }) => {
  const place = testApp()
  const { person } = await savePasskey(place, await signUp(place.app, 'amina'))
  await ageReauthentication(place.owner, person)
  const { username, password } = person
  const body = { ...bodyFor(endpoint), ...(endpoint === api.deleteAccount && { username }) }
  if (endpoint === api.changePassword) Object.assign(body, { currentPassword: password })
  const url = addressOf(endpoint, {})
  const reply = await call(place.app, endpoint.method, url, { cookie: person.cookie, ...(endpoint.body && { body }) })
  // What a proof is made of is refused as such where it is not the one that would do.
  if (endpoint === api.reauthenticate || endpoint === api.sendReauthenticationCode)
    expect(reply.body.code).toBe('reauthentication_required')
  else expect(reply.body.code === 'reauthentication_required').toBe(DANGEROUS.has(endpoint))
})
