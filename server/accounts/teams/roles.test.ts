/** Every call of the contract in a session that acts for an owner, with each role: what a role allows is listed here independently of the contract. */
import { beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../domain/endpoints.ts'
import { TEAM_ROLES } from '../../../domain/accounts/team-roles.ts'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import { addressOf, bodyFor } from '../../testing/contract.ts'
import { actFor, join } from '../../testing/accounts/teams.ts'
import { signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp({ demo: true })

const IN_TRADES = [
  'getImage',
  'getTrade',
  'listEvents',
  'listMessages',
  'listTrades',
  'markMessagesRead',
  'streamEvents',
]
const ALLOWED: Readonly<Record<TeamRole, readonly string[]>> = {
  chat: [...IN_TRADES, 'listQuickReplies', 'sendImage', 'sendMessage', 'sendTyping'],
  offers: [
    'activateOffer',
    'changeOffers',
    'createOffer',
    'createOfferTemplate',
    'deleteOffer',
    'deleteOfferTemplate',
    'editOffer',
    'getBusinessHours',
    'getMyOffer',
    'listMyOffers',
    'listOfferTemplates',
    'pauseOffer',
    'renameOfferTemplate',
    'refillOffer',
    'removeBusinessHours',
    'saveBusinessHours',
  ],
  release: [...IN_TRADES, 'confirmReceipt', 'extendPaymentWindow', 'getPayerCheck', 'listWaitingTrades'],
}
/** About the session's own user, also while it acts for another. */
const OWN = [
  'actFor',
  'getSession',
  'listTeams',
  'reauthenticate',
  'reauthenticateWithPasskey',
  'saveLanguage',
  // A form of the owner’s trade takes the member’s own parts.
  'sendPart',
  'sendReauthenticationCode',
  'signOut',
  'startReauthenticationWithPasskey',
]

const actors: Partial<Record<TeamRole, Caller>> = {}
beforeAll(async () => {
  const { app } = testApp()
  const owner = await signUp(app, 'owner')
  for (const role of TEAM_ROLES) {
    const member = await signUp(app, role)
    await join(owner, member, [role])
    actors[role] = await actFor(member, owner)
  }
})

test.each(TEAM_ROLES)('the contract gives the role %s exactly the listed calls', (role) => {
  const marked = ENDPOINTS.filter(({ endpoint: { team } }) => Array.isArray(team) && team.includes(role))
  expect(marked.map(({ name }) => name).toSorted()).toEqual(ALLOWED[role].toSorted())
})

test('the calls about the session’s own user are the listed ones', () => {
  const marked = ENDPOINTS.filter(({ endpoint: { team } }) => team === 'self').map(({ name }) => name)
  expect(marked.toSorted()).toEqual(OWN)
})

// signOut and actFor would end the sessions of the table, and a stream does not end.
const CALLED = ENDPOINTS.filter(({ name }) => !['signOut', 'actFor', 'streamEvents'].includes(name))
const table = CALLED.flatMap(({ name, endpoint }) => TEAM_ROLES.map((role) => ({ name, endpoint, role })))

test.each(table)('$name with the role $role', async ({ name, endpoint, role }) => {
  const [url, body, actor] = [addressOf(endpoint, {}), bodyFor(endpoint), actors[role]!]
  const { method } = endpoint
  const reply = await (method === 'GET'
    ? actor.get(url)
    : method === 'POST'
      ? actor.post(url, body)
      : actor.delete(url))
  const mayTry = endpoint.isPublic || OWN.includes(name) || ALLOWED[role].includes(name)
  if (mayTry) expect(['signed_out', 'team_not_allowed', 'acting_changed']).not.toContain(reply.body.code)
  else expect([reply.status, reply.body.code]).toEqual([403, 'team_not_allowed'])
})

test('on a public call a member counts as signed out: nothing is done or shown in the owner’s name', async () => {
  const { owner: database } = testApp()
  const actor = actors.offers!
  const sent = await actor.post('/api/contact', {
    name: 'A',
    email: 'a@example.org',
    subject: 'general',
    message: 'Hi',
  })
  expect(sent.status).toBeLessThan(300)
  const { rows } = await database.query("select user_id from contact_messages where email = 'a@example.org'")
  expect(rows).toEqual([{ user_id: null }])
  const { endpoint } = CALLED.find(({ name }) => name === 'createOffer')!
  const created = await actor.post('/api/offers', bodyFor(endpoint))
  expect((await actor.get(`/api/offers/${created.body.id}`)).body.isMine).toBe(false)
})
