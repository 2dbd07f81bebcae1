import { afterEach, expect, test, vi } from 'vitest'
import type { TeamAct, TeamMember, TeamOwner } from '../../../domain/api/accounts/teams.ts'
import { LIMITS } from '../../../domain/limits.ts'
import {
  alerts,
  expectAccessible,
  fill,
  findButton,
  openPage,
  pressButton,
  refusal,
  text,
} from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { user } from '../../testing/samples.ts'
import { TeamTab } from './TeamTab.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const AT = '2026-11-22T09:41:00.000Z'
const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const nour: TeamMember = {
  id: idOf(1),
  username: 'nour',
  avatar: null,
  roles: ['chat'],
  invitedAt: AT,
  acceptedAt: AT,
}
const invitation: TeamOwner = { ...nour, id: idOf(2), username: 'karim', acceptedAt: null, ownerId: idOf(3) }
const team: TeamOwner = { ...invitation, acceptedAt: AT }
const act: TeamAct = { id: '2', at: AT, member: 'nour', kind: 'payment_confirmed', tradeId: idOf(4), offerId: null }

type Lists = { members?: TeamMember[]; teams?: TeamOwner[]; acts?: { acts: TeamAct[]; nextCursor: string | null } }

async function open({ members = [], teams = [], acts = { acts: [], nextCursor: null } }: Lists = {}) {
  const opened = await openPage(TeamTab, {
    path: '/account',
    answers: {
      'GET /api/session': { user },
      'GET /api/team/members': { members },
      'GET /api/teams': { teams },
      'GET /api/team/acts': acts,
    },
  })
  await waitFor(() => expect(text()).not.toContain('Loading…'))
  return opened
}

test('a user who is in no team invites a trader with the roles that are ticked', async () => {
  const { answer } = await open()
  const sent: unknown[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (path: string, init: { method?: string; body?: string } = {}) => {
    if (init.method === 'POST') sent.push([path, JSON.parse(init.body ?? '')])
    return fetch(path, init)
  })
  answer({ 'POST /api/team/members': { members: [{ ...nour, acceptedAt: null }] } })
  await pressButton('Invite a trader')
  await fill('Username', 'nour')
  await press(document.querySelector<HTMLElement>('input[name=release]')!)
  await expectAccessible()
  await pressButton('Send invitation')
  await waitFor(() => expect(text()).toContain('Invited on'))
  expect(sent).toEqual([['/api/team/members', { username: 'nour', roles: ['chat', 'release'] }]])
  await waitFor(() => expect(text()).toContain('Invitation sent'))
})

test('an invitation without a username asks for one', async () => {
  const { calls } = await open()
  await pressButton('Invite a trader')
  await pressButton('Send invitation')
  await waitFor(() => expect(text()).toContain('Username is required'))
  expect(text()).not.toContain('Username can only contain')
  expect(calls).not.toContain('POST /api/team/members')
})

test('an open invitation is withdrawn, not a member removed', async () => {
  const { answer } = await open({ members: [{ ...nour, acceptedAt: null }] })
  expect(findButton('Remove nour')).toBeUndefined()
  await pressButton('Withdraw the invitation to nour')
  await waitFor(() => expect(text()).toContain('This trader can no longer accept it.'))
  expect(text()).not.toContain('They stop acting for you')
  answer({ [`DELETE /api/team/members/${nour.id}`]: { members: [] } })
  await pressButton('Withdraw invitation')
  await waitFor(() => expect(text()).toContain('nour isn’t in your team'))
})

test('a member leaves a team only after a question', async () => {
  const { answer, calls } = await open({ teams: [team] })
  answer({ [`DELETE /api/teams/${team.id}`]: { teams: [] } })
  await pressButton('Leave the team')
  await waitFor(() => expect(text()).toContain('Leave the team of karim?'))
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  document.querySelector<HTMLButtonElement>('[role=alertdialog] button:last-of-type')!.click()
  await waitFor(() => expect(calls).toContain(`DELETE /api/teams/${team.id}`))
  await waitFor(() => expect(text()).toContain('You left the team of karim'))
})

test('a refused invitation shows why, and keeps what was entered', async () => {
  const { answer } = await open()
  answer({ 'POST /api/team/members': refusal('team_member_known') })
  await pressButton('Invite a trader')
  await fill('Username', 'nour')
  await pressButton('Send invitation')
  await waitFor(() => expect(alerts().join()).not.toBe(''))
  expect(document.querySelector<HTMLInputElement>('input[name=username]')!.value).toBe('nour')
})

test('a full team offers no further invitation', async () => {
  const members = Array.from({ length: LIMITS.team_members }, (_, n) => ({
    ...nour,
    id: idOf(n),
    username: `nour_${n}`,
  }))
  await open({ members })
  expect(findButton('Invite a trader')).toBeUndefined()
})

test('the owner changes the roles of a member, and removes the member', async () => {
  const { answer, calls } = await open({ members: [nour] })
  answer({ [`POST /api/team/members/${nour.id}/roles`]: { members: [{ ...nour, roles: ['chat', 'offers'] }] } })
  await pressButton('Change the roles of nour')
  await press(document.querySelector<HTMLElement>('input[name=offers]')!)
  await pressButton('Save changes')
  await waitFor(() => expect(text()).toContain('Manages offers'))

  answer({ [`DELETE /api/team/members/${nour.id}`]: refusal('not_found') })
  await pressButton('Remove nour')
  await pressButton('Remove')
  await waitFor(() => expect(alerts()).toHaveLength(1))
  answer({ [`DELETE /api/team/members/${nour.id}`]: { members: [] } })
  await pressButton('Remove')
  await waitFor(() => expect(text()).toContain('nour is no longer in your team'))
  expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(2)
  expect(findButton('Change the roles of nour')).toBeUndefined()
})

test('an invitation warns of payments for others, and is accepted before the user acts for its owner', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { answer } = await open({ teams: [invitation] })
  expect(text()).toContain('Never take payments on your own accounts for a team.')
  expect(findButton('Act for karim')).toBeUndefined()
  answer({ [`POST /api/teams/${invitation.id}/accept`]: { teams: [team] } })
  await pressButton('Accept the invitation of karim')
  await waitFor(() => expect(findButton('Act for karim')).toBeDefined())
  // A member has no team of their own.
  expect(findButton('Invite a trader')).toBeUndefined()
  answer({
    'POST /api/session/acting-for': {
      user,
      actingFor: { id: team.ownerId, username: 'karim', avatar: null, roles: ['offers'] },
    },
  })
  await pressButton('Act for karim')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/my-offers'))
})

test('an invitation that cannot be accepted says why, and is declined', async () => {
  const { answer } = await open({ teams: [invitation] })
  answer({ [`POST /api/teams/${invitation.id}/accept`]: refusal('team_trade_open') })
  await pressButton('Accept the invitation of karim')
  await waitFor(() => expect(alerts()).toHaveLength(1))
  answer({ [`DELETE /api/teams/${invitation.id}`]: { teams: [] } })
  await pressButton('Decline')
  await waitFor(() => expect(text()).not.toContain('karim'))
})

test('what members did is listed by pages, with the trade', async () => {
  const { answer } = await open({ members: [nour], acts: { acts: [act], nextCursor: '2' } })
  await waitFor(() => expect(text()).toContain('Confirmed a payment'))
  const link = document.querySelector('a[href*="/trade/"]')
  expect(link?.getAttribute('href')).toBe(`/trade/${act.tradeId}`)
  answer({
    'GET /api/team/acts': {
      acts: [{ ...act, id: '1', kind: 'offer_paused', tradeId: null, offerId: idOf(5) }],
      nextCursor: null,
    },
  })
  await pressButton('Show more')
  await waitFor(() => expect(text()).toContain('Paused an offer'))
  expect(findButton('Show more')).toBeUndefined()
  await expectAccessible()
})

test('lists that cannot be read show the error, and the retry reads them', async () => {
  const { answer } = await openPage(TeamTab, {
    path: '/account',
    answers: {
      'GET /api/session': { user },
      'GET /api/team/members': refusal('internal'),
      'GET /api/teams': { teams: [] },
      'GET /api/team/acts': { acts: [], nextCursor: null },
    },
  })
  await waitFor(() => expect(alerts()).toHaveLength(1))
  answer({ 'GET /api/team/members': { members: [nour] } })
  await press(document.querySelector<HTMLElement>('[role=alert] button')!)
  await waitFor(() => expect(findButton('Remove nour')).toBeDefined())
})
