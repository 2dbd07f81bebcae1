import { afterEach, expect, test, vi } from 'vitest'
import { LANGUAGES, type Language } from '../domain/languages.ts'
import { isIndexed } from '../domain/pages.ts'
import { REHEARSAL_SCENARIOS } from '../domain/trades/rehearsals.ts'
import { routes, type Route } from './routes.ts'
import { openPage } from './testing/page.tsx'
import { waitFor } from './testing/render.tsx'
import { ID, user, factors } from './testing/samples.ts'

afterEach(() => vi.unstubAllGlobals())

const PARAMETERS: Readonly<Record<string, string>> = {
  offerId: ID,
  tradeId: ID,
  userId: ID,
  username: 'karim',
  scenario: REHEARSAL_SCENARIOS[0],
}

type Page = { path: string; address: string; lazy: Route['lazy'] }

function pagesOf(of: readonly Route[]): Page[] {
  return of.flatMap(({ path, lazy, children }) => {
    if (path === undefined) return pagesOf(children ?? [])
    if (path === '*') return [{ path, address: '/no-such-page', lazy }]
    return [{ path, address: path.replaceAll(/:(\w+)/g, (_, name) => PARAMETERS[name]!), lazy }]
  })
}
const pages = pagesOf(routes)
// Before the tests: while one page is loaded, the page before it would go on unobserved.
await Promise.all(pages.map(({ lazy }) => lazy()))

/** One leads home without a trade, others to what they had, and /offers shows the page of a side. */
const WITHOUT_OWN: readonly string[] = ['/trade', '/profile', '/marketplace', '/offers']

/** Signed in as a member of staff where a page is for users; no other call has an answer, so that no title waits for one. */
async function titleOf({ path, address, lazy }: Page, language: Language): Promise<string> {
  const { default: Component } = await lazy()
  const isPublic = isIndexed(address, new URLSearchParams())
  await openPage(Component, {
    path,
    // The page of a new trade is about an offer.
    address: `${address}?offer=${ID}`,
    language,
    answers: {
      'GET /api/session': { user: isPublic ? null : { ...user, roles: ['admin', 'arbiter'] } },
      'GET /api/factors': { ...factors, totpSince: '2026-11-22T09:41:00.000Z' },
      'GET /api/dev': { mailIsCaught: true },
    },
  })
  await waitFor(() => expect(document.querySelectorAll('title'), `the title of ${path}`).toHaveLength(1))
  return document.title
}

const titles = new Map<Language, Map<string, string>>()

test.each(LANGUAGES)('in %s each page has a title of its own', { timeout: 120_000 }, async (language) => {
  const own = new Map<string, string>()
  for (const page of pages) if (!WITHOUT_OWN.includes(page.path)) own.set(page.path, await titleOf(page, language))
  titles.set(language, own)
  const pathsOf = Map.groupBy(own.keys(), (path) => own.get(path))
  expect([...pathsOf.values()].filter(({ length }) => length > 1)).toEqual([])
})

/** French has the same word for them, and "API" is an abbreviation in Arabic too. */
const SAME_WORD: Readonly<Record<'fr' | 'ar', readonly string[]>> = {
  fr: ['/admin', '/api-docs', '/contact'],
  ar: ['/api-docs'],
}

test('each title is translated', () => {
  const [english, french, arabic] = [titles.get('en')!, titles.get('fr')!, titles.get('ar')!]
  const inLatin = [...arabic].filter(([, title]) => !/\p{Script=Arabic}/u.test(title)).map(([path]) => path)
  const inEnglish = [...french].filter(([path, title]) => title === english.get(path)).map(([path]) => path)
  expect({ fr: inEnglish.toSorted(), ar: inLatin }).toEqual(SAME_WORD)
})
