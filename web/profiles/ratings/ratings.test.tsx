import { afterEach, expect, test, vi } from 'vitest'
import type { TradeRating, TradeRatings as Ratings } from '../../../domain/api/profiles/ratings.ts'
import { expectAccessible, openPage, pending, pressButton, refusal, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, trade, user } from '../../testing/samples.ts'
import { RatingList } from './RatingList.tsx'
import { TradeRatings } from './TradeRatings.tsx'

afterEach(() => vi.unstubAllGlobals())

const MOMENT = '2026-11-22T09:41:00.000Z'
const ADDRESS = `/api/trades/${ID}/ratings`
const given: TradeRating = { id: ID, stars: 4, comment: 'Fast.', at: MOMENT, reply: null, canReply: false }
const open: Ratings = {
  rateUntil: MOMENT,
  given: null,
  removed: null,
  isHidden: false,
  publishedBy: null,
  received: null,
}
const signedIn = { 'GET /api/session': { user } }
const completed = { ...trade, status: 'completed' as const }
const stars = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]

test('the form has a radio button for each number of stars, asks for one, and shows the hidden rating', async () => {
  const { calls } = await openPage(() => <TradeRatings trade={completed} />, {
    path: '/',
    answers: {
      ...signedIn,
      [`GET ${ADDRESS}`]: open,
      [`POST ${ADDRESS}`]: { ...open, rateUntil: null, given, isHidden: true, publishedBy: MOMENT },
    },
  })
  await waitFor(() => expect(text()).toContain('Rate your trade with karim'))
  expect(stars().map((star) => star.getAttribute('aria-label'))).toEqual([
    '1 star',
    '2 stars',
    '3 stars',
    '4 stars',
    '5 stars',
  ])
  expect(new Set(stars().map(({ name }) => name)).size).toBe(1)
  await expectAccessible()
  await pressButton('Submit rating')
  await waitFor(() => expect(text().split('Choose 1 to 5 stars.')).toHaveLength(2))
  expect(calls).not.toContain(`POST ${ADDRESS}`)
  await press(stars()[3]!)
  await pressButton('Submit rating')
  await waitFor(() => expect(text()).toContain('Hidden until the other party rates too'))
  expect(document.querySelector('[aria-label="4 of 5 stars"]')).not.toBeNull()
})

test('the author of a removed rating reads why', async () => {
  const removed = { at: MOMENT, reason: 'It names a private number.' }
  await openPage(() => <TradeRatings trade={completed} />, {
    path: '/',
    answers: { ...signedIn, [`GET ${ADDRESS}`]: { ...open, rateUntil: null, given, removed } },
  })
  await waitFor(() => expect(text()).toContain('it no longer counts. Reason: “It names a private number.”'))
  expect(text()).toContain('Fast.')
  await expectAccessible()
})

test('while they are read their place is kept', async () => {
  await openPage(() => <TradeRatings trade={completed} />, {
    path: '/',
    answers: { ...signedIn, [`GET ${ADDRESS}`]: pending },
  })
  expect(document.querySelector('[role=status]')?.textContent).toBe('Loading…')
})

test('a read that failed says so, and is repeated by Try again', async () => {
  const { answer } = await openPage(() => <TradeRatings trade={completed} />, {
    path: '/',
    answers: { ...signedIn, [`GET ${ADDRESS}`]: refusal('internal') },
  })
  answer({ [`GET ${ADDRESS}`]: open })
  await pressButton('Try again')
  await waitFor(() => expect(text()).toContain('Rate your trade with karim'))
})

test('before a trade is completed there is nothing about ratings', async () => {
  const { calls } = await openPage(() => <TradeRatings trade={trade} />, { path: '/', answers: signedIn })
  expect([text(), calls]).toEqual(['', expect.not.arrayContaining([`GET ${ADDRESS}`])])
})

test('the list shows replies, offers a reply to the rated trader, and has more pages', async () => {
  const list = `GET /api/traders/karim/ratings`
  await openPage(() => <RatingList username="karim" />, {
    path: '/',
    answers: {
      ...signedIn,
      [list]: {
        ratings: [
          { ...given, by: 'amina', isDemo: true, reply: 'Thanks.' },
          { ...given, id: ID.replace(/^./, 'f'), by: null, isDemo: false, comment: '', canReply: true },
        ],
        nextCursor: ID,
      },
      [`POST /api/ratings/${ID.replace(/^./, 'f')}/reply`]: given,
    },
  })
  await waitFor(() => expect(text()).toContain('Thanks.'))
  expect(text()).toContain('amina · Demo trader')
  expect(text()).toContain('Deleted account')
  await expectAccessible()
  await pressButton('Reply')
  await pressButton('Post reply')
  await waitFor(() => expect(text()).toContain('Write a reply first.'))
  expect(text()).toContain('Show more')
})
