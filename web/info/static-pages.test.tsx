/** The information pages: their sections, contents and links. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createRoutesStub, matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { sessionKey } from '../session/session.ts'
import { pathsOf, routes } from '../routes.ts'
import { press, render } from '../testing/render.tsx'
import { ToastProvider } from '../ui/notices/Toast.tsx'
import AboutPage from './AboutPage.tsx'
import ContactPage from './contact/ContactPage.tsx'
import HomeRest from './home/HomeRest.tsx'
import HowItWorksPage from './guide/HowItWorksPage.tsx'
import HowToStartPage from './guide/HowToStartPage.tsx'
import PrivacyPage from './policies/PrivacyPage.tsx'
import { allQuestions } from './questions/all.ts'
import SecurityPage from './SecurityPage.tsx'
import TermsPage from './policies/TermsPage.tsx'

/** The sections of each page, by their headings. */
const SECTIONS: readonly (readonly [path: string, Page: ComponentType, sections: readonly string[]])[] = [
  [
    '/how-it-works',
    HowItWorksPage,
    [
      'Three steps',
      'Payment methods',
      'What each party can do',
      'What it costs',
      'How your trade is protected',
      'Questions about trading',
    ],
  ],
  ['/how-to-start', HowToStartPage, ['Before you start', 'If you buy', 'If you sell', 'Before you pay or confirm']],
  ['/about', AboutPage, ['Mission', 'Story', 'Values', 'Roadmap', 'In numbers']],
  ['/security', SecurityPage, ['Escrow today', 'Your account', 'Scams', 'In development', 'Found a vulnerability?']],
  [
    '/privacy',
    PrivacyPage,
    [
      'Information collected',
      'Use',
      'Sharing',
      'Security',
      'Your rights',
      'Cookies',
      'International transfers',
      'Children',
      'Changes to this policy',
      'Contact',
    ],
  ],
]

/** An answer links to the contract of the API, which is no page. */
const CONTRACT = '/api/openapi.json'

/** Pages without a fixed list of sections, whose links are checked too. */
const OTHERS: readonly (readonly [path: string, Page: ComponentType])[] = [
  ['/', HomeRest],
  ['/contact', ContactPage],
  ['/terms', TermsPage],
]

/** The heading of the band that closes a page for visitors. */
const NEXT_STEP = 'Start with an email and a password'

const STATISTICS = {
  activeTraders: 12,
  volumeUsdt: '3400.000000',
  completedTrades: 8,
  successRate: '90.0',
  settlementSeconds: 760,
  includesDemo: false,
}

test.each(SECTIONS)('%s has all its sections', async (path, Page, sections) => {
  const main = await open(Page)
  expect(textsOf(main, 'h2').filter((text) => text !== NEXT_STEP)).toEqual(sections)
  expect(textsOf(main, 'h1')).toHaveLength(1)
})

test('every link of an information page leads to a page, and every answer it names exists', async () => {
  const patterns = pathsOf(routes)
  const isPage = (pathname: string) => pathname === CONTRACT || patterns.some((pattern) => matchPath(pattern, pathname))
  const questions = allQuestions.map(({ id }) => id)
  const found = new Set<string>()
  for (const [, Page] of [...SECTIONS, ...OTHERS]) {
    const main = await open(Page)
    for (const link of main.querySelectorAll('a')) found.add(link.getAttribute('href') ?? '')
  }
  for (const { answer } of allQuestions) {
    const main = await open(() => answer)
    for (const link of main.querySelectorAll('a')) found.add(link.getAttribute('href') ?? '')
  }
  for (const address of found) {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    expect([pathname, isPage(pathname)]).toEqual([pathname, true])
    const question = searchParams.get('open')
    if (question !== null) expect(questions).toContain(question)
  }
  expect(isPage('/nowhere')).toBe(false)
  expect(found.size).toBeGreaterThan(10)
})

test('the landing page shows three steps, four protections, six questions and a button to create an account', async () => {
  const main = await open(HomeRest)
  expect(textsOf(partOf(main, 'How it works'), 'h3')).toEqual(['Find an offer', 'Secure escrow', 'Complete the trade'])
  expect(textsOf(partOf(main, 'How your trade is protected'), 'ul li')).toHaveLength(4)
  const questions = partOf(main, 'Frequently asked questions')
  expect(textsOf(questions, 'h3')).toHaveLength(6)
  const answers = () => textsOf(questions, 'details[open]')
  expect(answers()).toEqual([])
  for (const [question, answer] of [
    ['What is Sarraf?', 'A marketplace where traders buy and sell USDT'],
    ['What does a trade cost?', '0.5% of the USDT amount'],
  ] as const) {
    await press([...questions.querySelectorAll('summary')].find(({ textContent }) => textContent === question)!)
    await expect.poll(answers).toEqual([expect.stringContaining(answer)])
  }
  expect(linkNamed(partOf(main, 'How it works'), 'More details')).toBe('/how-it-works')
  expect(linkNamed(partOf(main, 'How your trade is protected'), 'Security')).toBe('/security')
  expect(linkNamed(questions, 'All questions')).toBe('/faq')
  expect(linkNamed(partOf(main, NEXT_STEP), 'Create account')).toBe('/register')
  expect(linkNamed(main, 'Create offer')).toBeUndefined()
  expect(textsOf(main, 'figure[aria-label="How the escrow works"] li span:last-child')).toEqual([
    'The seller’s USDT is locked in the escrow.',
    'The buyer pays the seller directly. No money passes through us.',
    'The seller confirms the payment, and the USDT is released to the buyer.',
  ])
})

test('a signed-in trader gets a button to create an offer', async () => {
  const main = await open(HomeRest, { user: { username: 'amina', roles: [] } })
  expect(linkNamed(main, 'Create offer')).toBe('/create-offer')
  expect(linkNamed(main, 'Create account')).toBeUndefined()
})

test('an arbiter, who has no offers, gets neither button', async () => {
  const main = await open(HomeRest, { user: { username: 'nour', roles: ['arbiter'] } })
  await expect.poll(() => linkNamed(main, 'Create account')).toBeUndefined()
  expect(linkNamed(main, 'Create offer')).toBeUndefined()
})

test('How it works shows the steps, payment methods, moves, fee and questions', async () => {
  const main = await open(HowItWorksPage)
  expect(textsOf(main, 'h3').slice(0, 3)).toEqual(['Find an offer', 'Secure escrow', 'Complete the trade'])
  const methods = rowsOf(main, 'Payment methods by currency')
  for (const [currency, ...texts] of [
    [
      'TND',
      'Tunisian bank transferUsually arrives in one working day',
      'Cash in person (TND)Handed over when you meet',
    ],
    ['EUR', 'SEPA InstantUsually arrives in seconds'],
    ['USD', 'ZelleUsually arrives in minutes', 'Cash in person (USD)Handed over when you meet'],
  ] as const) {
    const row = methods.find((text) => text.includes(currency))
    for (const each of texts) expect(row).toContain(each)
  }
  const moves = rowsOf(main, 'What each party can do, and when')
  expect(moves).toHaveLength(6)
  expect(moves[2]).toContain('Disputed after 24 hours, later where a bank transfer takes longer; never cancelled')
  expect(moves[3]).toContain('Returned to the seller after 15 minutes')
  expect(moves[4]).toContain('appeals once, or concedes')
  // 100 EUR at 0.92: 108.695652 USDT, of which 0.5% is the fee.
  expect(textsOf(main, 'dd').filter((text) => text === '0.543478 USDT')).toHaveLength(2)
  await press(main.querySelector('summary')!)
  await expect.poll(() => main.querySelectorAll('details[open]').length).toBe(1)
  expect(linkNamed(main, 'Your first trade, step by step')).toBe('/how-to-start')
})

test.each([
  ['buy', 'Receive the USDT', 'Buy USDT', '/offers/buy'],
  ['sell', 'Press “Confirm payment received”', 'Sell USDT', '/offers/sell'],
])('How to start lists the five steps to %s, and links to the offers', async (id, last, method, path) => {
  const side = (await open(HowToStartPage)).querySelector<HTMLElement>(`#${id}`)!
  const steps = textsOf(side, 'h3')
  expect([steps.length, steps.at(-1)]).toEqual([5, last])
  expect(linkNamed(side, method)).toBe(path)
})

test('About shows values, what is available, what is in development, and computed statistics', async () => {
  const main = await open(AboutPage)
  expect(textsOf(main, 'dt')).toEqual(expect.arrayContaining(['Figures from recorded trades']))
  const stations = textsOf(main, 'h3')
  expect(stations.find((text) => text.startsWith('Escrow in smart contracts'))).toContain('In development')
  expect(stations.find((text) => text.startsWith('Demo escrow'))).toContain('Available')
  expect(main.textContent).toContain('Calculated from trades in this test environment')
  await expect
    .poll(() => statsOf(main))
    .toEqual([
      ['Active traders', '12'],
      ['Volume', '3,400'],
      ['Success rate', '90.0%'],
      ['Average settlement', '13 min'],
    ])
})

test.each([
  [true, STATISTICS, true],
  [false, STATISTICS, false],
  [
    true,
    {
      ...STATISTICS,
      activeTraders: 0,
      volumeUsdt: '0',
      completedTrades: 0,
      successRate: null,
      settlementSeconds: null,
    },
    false,
  ],
])(
  'About speaks of demo trades (included: %s) only beside figures that include them',
  async (includesDemo, figures, isSaid) => {
    const main = await open(AboutPage, { user: null }, { ...figures, includesDemo })
    expect(main.textContent).toContain('Calculated from trades in this test environment.')
    expect(main.textContent?.includes('These figures include trades of demo traders.')).toBe(isSaid)
    expect(main.textContent).not.toContain('demo trades included')
  },
)

test('Security lists common scams, and links to the contact form', async () => {
  const main = await open(SecurityPage)
  expect(rowsOf(main, 'Common scams and what to do')).toHaveLength(10)
  expect(main.textContent).toContain('Your payment accounts are stored encrypted')
  expect(linkNamed(main, 'Contact us')).toBe('/contact')
})

test('the policies state every period, what is never collected, and the minimum age', async () => {
  const main = await open(PrivacyPage)
  const kept = rowsOf(main, 'How long records are kept')
  for (const [record, time] of [
    ['Account data', 'until deletion, then 7 years'],
    ['Trade records', '7 years'],
    ['Chat messages', '2 years, or 1 year after the trade is closed, whichever comes first'],
    ['Payment details and payers’ names of a trade', 'until the trade is closed, then 30 days'],
    ['Technical logs', '90 days'],
  ] as const) {
    expect(kept.find((text) => text.includes(record))).toContain(time)
  }
  for (const text of [
    'Wallet private keys or recovery phrases',
    'Government ID (unless required by law)',
    'We answer within 30 days',
    'announced here 30 days before they apply',
    'No one under 18 may register',
    'Your username stays blocked for 365 days',
    'everyone can see when it opens again',
  ]) {
    expect(main.textContent).toContain(text)
  }
  expect(linkNamed(main, 'terms of service')).toBe('/terms')
  expect((await open(TermsPage)).textContent).toContain('0.5% of the USDT amount')
})

/** Renders the page, by default for a signed-out visitor. */
async function open(
  Page: ComponentType,
  session: object = { user: null },
  statistics: object = STATISTICS,
): Promise<HTMLElement> {
  const Stub = createRoutesStub([{ path: '/', Component: Page }])
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(sessionKey, session)
  client.setQueryData(['market', 'statistics'], statistics)
  client.setQueryData(['offers', 'landing'], { offers: [] })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <Stub />
      </ToastProvider>
    </QueryClientProvider>,
  )
  return container
}

/** The part of the landing page under this heading. */
function partOf(main: HTMLElement, heading: string): HTMLElement {
  return [...main.querySelectorAll('section')].find((each) => each.querySelector('h2')?.textContent === heading)!
}

function textsOf(part: HTMLElement, selector: string): string[] {
  return [...part.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '')
}

/** The rows of the table with this caption, its head included. */
function rowsOf(part: HTMLElement, caption: string): string[] {
  const table = [...part.querySelectorAll('table')].find((each) => each.caption?.textContent === caption)!
  return textsOf(table, 'tr')
}

/** The statistics, each with its label. */
function statsOf(part: HTMLElement): (string | null | undefined)[][] {
  const labels = [...part.querySelectorAll('dt')].filter(({ nextElementSibling: value }) =>
    value?.querySelector('.board'),
  )
  return labels.map((label) => [label.textContent, label.nextElementSibling?.querySelector('.board')?.textContent])
}

function linkNamed(part: HTMLElement, name: string): string | null | undefined {
  return [...part.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.getAttribute('href')
}
