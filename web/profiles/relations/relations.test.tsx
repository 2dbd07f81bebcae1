import { afterEach, expect, test, vi } from 'vitest'
import type { Relation } from '../../../domain/api/profiles/relations.ts'
import { NO_REQUIREMENTS } from '../../../domain/profiles/relations.ts'
import { expectAccessible, findButton, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { offer, user } from '../../testing/samples.ts'
import { OfferRefusal } from './OfferRefusal.tsx'
import { OfferRequirements } from './OfferRequirements.tsx'
import { RelationButtons } from './RelationButtons.tsx'
import { TakerFields } from './TakerFields.tsx'
import { TradersTab } from './TradersTab.tsx'

afterEach(() => vi.unstubAllGlobals())

const SIGNED_IN = { 'GET /api/session': { user } }
const karim = (kind: Relation['kind']): Relation => ({
  username: 'karim',
  avatar: null,
  kind,
  at: '2026-11-22T09:41:00.000Z',
})

test('a trader is blocked, and unblocked by undo', async () => {
  const { calls } = await openPage(() => <RelationButtons username="karim" />, {
    path: '/',
    answers: {
      ...SIGNED_IN,
      'GET /api/relations': { relations: [] },
      'POST /api/relations/karim': karim('blocked'),
      'DELETE /api/relations/karim': { removed: true },
    },
  })
  await pressButton('Block')
  await waitFor(() => expect(text()).toContain('You blocked karim.'))
  await pressButton('Undo')
  await waitFor(() => expect(text()).toContain('You unblocked karim.'))
  expect(calls.filter((call) => call.endsWith('/karim'))).toEqual([
    'POST /api/relations/karim',
    'DELETE /api/relations/karim',
  ])
})

test('a trader who is trusted is shown as such; a refused change is reported', async () => {
  await openPage(() => <RelationButtons username="karim" />, {
    path: '/',
    answers: {
      ...SIGNED_IN,
      'GET /api/relations': { relations: [karim('trusted')] },
      'DELETE /api/relations/karim': refusal('not_found'),
    },
  })
  await waitFor(() => expect(text()).toContain('You trust this trader'))
  expect(findButton('Block')).toBeUndefined()
  await pressButton('Stop trusting')
  await waitFor(() => expect(text()).toContain('Not found.'))
})

test('a visitor sees no buttons, and asks for no relations', async () => {
  const { calls } = await openPage(() => <RelationButtons username="karim" />, { path: '/' })
  await waitFor(() => expect(calls).toContain('GET /api/session'))
  expect([findButton('Trust'), calls.includes('GET /api/relations')]).toEqual([undefined, false])
})

test('the lists have trusted and blocked traders apart', async () => {
  const relations = [karim('trusted'), { ...karim('blocked'), username: 'nadia' }]
  await openPage(() => <TradersTab />, {
    path: '/',
    answers: { ...SIGNED_IN, 'GET /api/relations': { relations } },
  })
  await waitFor(() => expect(findButton('Unblock: nadia')).toBeDefined())
  expect(findButton('Stop trusting: karim')).toBeDefined()
  await expectAccessible()
})

test('an offer says for whom it is, and nothing where it is for everyone', async () => {
  await openPage(() => <OfferRequirements offer={offer} />, { path: '/' })
  expect(text()).not.toContain('From')
  const strict = {
    trustedOnly: true,
    newTakerShare: 'third' as const,
    requirements: { accountDays: 30, completedTrades: 1, completionRate: 95 },
    refusal: { code: 'taker_trades_too_few', values: { trades: 1, ownTrades: 0 } },
  }
  await openPage(() => <OfferRequirements offer={strict} />, { path: '/' })
  expect(text()).toContain(
    'For trusted traders · Account at least 30 days old · At least 1 trade · At least 95% completion · You can’t open this trade yet.',
  )
})

test('a refusal names both figures', async () => {
  const unmet = { code: 'taker_completion_too_low', values: { rate: 95, ownRate: '94.9' } }
  await openPage(() => <OfferRefusal refusal={unmet} />, { path: '/' })
  await waitFor(() => expect(text()).toContain('a completion rate of at least 95%. Yours is 94.9%.'))
})

test('a requirement that a program has set stays a choice of the form', async () => {
  const requirements = { ...NO_REQUIREMENTS, accountDays: 45 }
  await openPage(
    () => <TakerFields trustedOnly={false} requirements={requirements} newTakerShare="third" onChange={() => {}} />,
    {
      path: '/',
    },
  )
  const [days] = document.querySelectorAll('select')
  expect([days!.value, [...days!.options].map(({ textContent }) => textContent)]).toEqual([
    '45',
    [
      'No requirement',
      'At least 7 days',
      'At least 30 days',
      'At least 45 days',
      'At least 90 days',
      'At least 180 days',
      'At least 365 days',
    ],
  ])
  await expectAccessible()
})
