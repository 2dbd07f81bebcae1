import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AuditEntry, ReceivedMessage, StaffOffer, StaffUser } from '../../../domain/api/staff/staff.ts'
import type { Outage } from '../../../domain/api/staff/outages.ts'
import type { Overview, StaffReport, WaitingCase } from '../../../domain/api/staff/administration.ts'
import type { StaffRate } from '../../../domain/api/offers/rates.ts'
import type { StaffCurrency } from '../../../domain/api/offers/currencies.ts'
import { CURRENCY_NOTICE_MAX } from '../../../domain/offers/currency-notices.ts'
import { STAFF_ACTIONS } from '../../../domain/staff/staff.ts'
import type { StaffAction } from '../../../domain/staff/staff.ts'
import {
  alerts,
  descriptionOf,
  expectAccessible,
  field,
  fill,
  findButton,
  openPage,
  pressButton,
  refusal,
  text,
} from '../../testing/page.tsx'
import type { Answers } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, factors, user } from '../../testing/samples.ts'
import { AuditTab } from '../audit/AuditTab.tsx'
import { CasesTab } from './CasesTab.tsx'
import { CurrenciesTab } from '../currencies/CurrenciesTab.tsx'
import { InboxTab } from '../messages/InboxTab.tsx'
import { OffersTab } from '../offers/OffersTab.tsx'
import { OutagesTab } from './OutagesTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { ReportsTab } from '../reports/ReportsTab.tsx'
import StaffUserPage from './StaffUserPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const AT = '2026-11-22T09:41:00.000Z'
const REASON = 'False proofs of payment in two trades.'
const OTHER = '11111111-1111-4111-8111-111111111111'
const admin: Answers = {
  'GET /api/session': { user: { ...user, roles: ['admin'] } },
  'GET /api/factors': { ...factors, totpSince: AT },
}
const done = async () => Response.json({ done: true })
const open = (Page: () => React.ReactNode, answers: Answers, address = '/') =>
  openPage(Page, { path: '/', address, answers: { ...admin, ...answers } })
const isolatedNames = () => [...document.querySelectorAll('[role=dialog] h2 bdi')].map((name) => name.textContent)
const giveReason = async (opening: string, action: string) => {
  await pressButton(opening)
  await fill('Reason', REASON)
  await pressButton(action)
}

describe('reports', () => {
  const report: StaffReport = {
    id: ID,
    reference: 'R-00000000',
    kind: 'rating',
    reason: 'personal_data',
    text: 'That is my number.',
    excerpt: 'Call me on 20 123 456.',
    at: AT,
    offerId: null,
    isHidden: false,
    isRemoved: false,
    rated: { id: OTHER, username: 'amina' },
    tradeReference: null,
    reporter: { id: OTHER, username: 'sami' },
    reported: { id: OTHER, username: 'karim', suspendedAt: null, otherReports: 2 },
    closed: null,
    refusal: null,
    openCase: null,
  }
  const outcomes = () => [...document.querySelectorAll('[role=dialog] option')].map((option) => option.textContent)

  test('show what was reported as it was, and a reported rating can be removed', async () => {
    const { calls } = await open(ReportsTab, {
      'GET /api/staff/reports': { reports: [report], nextCursor: null },
      [`POST /api/staff/reports/${ID}/close`]: done,
    })
    await waitFor(() => expect(text()).toContain('Rating of amina by karim'))
    for (const shown of ['Call me on 20 123 456.', 'That is my number.', '2 other reports', 'R-00000000'])
      expect(text()).toContain(shown)
    await pressButton('Close report R-00000000')
    await waitFor(() => expect(outcomes()).toEqual(['No action', 'User warned', 'Rating removed', 'User suspended']))
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('outcome'))
    await fill('Reason', 'Because')
    await press(findButton('Close report')!)
    await waitFor(() => expect(text()).toContain('Write 10 to 500 characters.'))
    expect(calls).not.toContain(`POST /api/staff/reports/${ID}/close`)
    await expectAccessible()
    await fill('Reason', REASON)
    await press(findButton('Close report')!)
    await waitFor(() => expect(text()).toContain('Report closed'))
  })

  test('a report about a user cannot be closed with a removal', async () => {
    const about = { ...report, kind: 'user' as const }
    await open(ReportsTab, {
      'GET /api/staff/reports': {
        reports: [about],
        nextCursor: null,
      },
    })
    await pressButton('Close report R-00000000')
    await waitFor(() => expect(outcomes()).toEqual(['No action', 'User warned', 'User suspended']))
  })

  test.each([
    ['own_report', 'You sent this report, so another admin has to close it.'],
    ['own_account', 'This is your own account. Another admin has to decide.'],
    ['staff_conflict', 'in the last 90 days, so another admin has to do this.'],
    ['rating_conflict', 'This rating was given to you, or to a user with whom you traded'],
  ] as const)('with the refusal %s has no button and says why', async (code, explanation) => {
    await open(ReportsTab, {
      'GET /api/staff/reports': { reports: [{ ...report, refusal: code }], nextCursor: null },
    })
    await waitFor(() => expect(text()).toContain(explanation))
    expect(findButton('Close report R-00000000')).toBeUndefined()
  })

  test('that are closed say how, by whom and why', async () => {
    const closed = { at: AT, by: 'salma', outcome: 'removed' as const, reason: REASON }
    await open(ReportsTab, {
      'GET /api/staff/reports': { reports: [{ ...report, isRemoved: true, closed }], nextCursor: null },
    })
    await waitFor(() => expect(text()).toContain('Rating removed · closed by salma'))
    expect(text()).toContain(REASON)
    expect(findButton('Close report R-00000000')).toBeUndefined()
    await expectAccessible()
  })
})

describe('outages', () => {
  const started = { at: AT, by: 'salma', reason: REASON }
  const outage: Outage = { id: ID, started, ended: null }

  test('an outage is started with a reason', async () => {
    await open(OutagesTab, {
      'GET /api/staff/outages': { outages: [], openTrades: 12 },
      'POST /api/staff/outages': done,
    })
    await waitFor(() => expect(text()).toContain('No ongoing outage'))
    expect(text()).toContain('12 open trades')
    await giveReason('Start an outage', 'Start an outage')
    await waitFor(() => expect(text()).toContain('Outage started'))
  })

  test('the open one is ended; another admin who was faster is named by the refusal', async () => {
    await open(OutagesTab, {
      'GET /api/staff/outages': { outages: [outage], openTrades: 12 },
      'POST /api/staff/outages/end': refusal('already_done'),
    })
    await waitFor(() => expect(text()).toContain('Ongoing outage'))
    expect(findButton('Start an outage')).toBeUndefined()
    await expectAccessible()
    await giveReason('End the outage', 'End the outage')
    await waitFor(() => expect(text()).toContain('This has already been done. Reload the page.'))
  })

  test('stay shown when they cannot be read again, with the failure and a button to retry', async () => {
    const { answer } = await open(OutagesTab, {
      'GET /api/staff/outages': { outages: [outage], openTrades: 12 },
      'POST /api/staff/outages/end': done,
    })
    await waitFor(() => expect(text()).toContain('Ongoing outage'))
    answer({ 'GET /api/staff/outages': refusal('internal') })
    await giveReason('End the outage', 'End the outage')
    await waitFor(() => expect(alerts()).toHaveLength(1))
    expect(text()).toContain('12 open trades')
    expect(findButton('Try again')).toBeDefined()
  })
})

describe('cases without an arbiter', () => {
  const waiting: WaitingCase = {
    tradeId: ID,
    reference: 'FP-00000000',
    status: 'deciding',
    round: 2,
    openedAt: AT,
    lateDecisions: 2,
    amountUsdt: '150.000000',
    arbitersLeft: 0,
    candidates: [{ id: OTHER, username: 'nour' }],
  }

  test('a former arbiter is readmitted with a reason', async () => {
    const { calls } = await open(CasesTab, {
      'GET /api/staff/cases': { cases: [waiting], nextCursor: null },
      [`POST /api/staff/cases/${ID}/readmit`]: done,
    })
    await waitFor(() => expect(text()).toContain('No arbiter left'))
    for (const shown of ['FP-00000000', 'Appeal', '2 late decisions']) expect(text()).toContain(shown)
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('nour'))!
    await press(button)
    await fill('Reason', REASON)
    expect(isolatedNames()).toEqual(['nour'])
    await expectAccessible()
    await pressButton('Readmit nour')
    await waitFor(() => expect(text()).toContain('Arbiter readmitted'))
    expect(calls).toContain(`POST /api/staff/cases/${ID}/readmit`)
  })

  test('where no arbiter is impartial, the page says who has to act', async () => {
    await open(CasesTab, {
      'GET /api/staff/cases': { cases: [{ ...waiting, candidates: [] }], nextCursor: null },
    })
    await waitFor(() => expect(text()).toContain('The server’s operator has to appoint another one.'))
  })
})

describe('the overview', () => {
  const queue = { count: 3, oldestAt: AT }
  const overview: Overview = {
    at: AT,
    users: { total: 100, newToday: 3, suspended: 1 },
    trades: {
      byStatus: [{ status: 'awaiting_payment', count: 4 }],
      volumeUsdt: '900.000000',
      volumeTodayUsdt: '9.000000',
    },
    escrow: { heldUsdt: '600.000000', ofOpenTradesUsdt: '600.000000', isEqual: true, violations: [], checkedSince: AT },
    disputes: queue,
    unassignedCases: queue,
    reports: queue,
    messages: queue,
    mails: { waiting: 1, retried: 0, failed: 0 },
    audit: { records: 12, hash: 'ab'.repeat(32) },
  }

  test('says that escrow agrees with the open trades', async () => {
    await open(OverviewTab, { 'GET /api/staff/overview': overview })
    await waitFor(() => expect(text()).toContain('The two agree.'))
    expect(alerts()).toEqual([])
    await expectAccessible()
  })

  test('alerts when escrow differs or a rule is broken, and names the rule', async () => {
    const escrow = { ...overview.escrow, isEqual: false, violations: [{ rule: 'balances_sum_to_zero', found: 1 }] }
    await open(OverviewTab, { 'GET /api/staff/overview': { ...overview, escrow } })
    await waitFor(() => expect(alerts().join(' ')).toContain('The two differ. Stop trading'))
    expect(alerts().join(' ')).toContain('balances_sum_to_zero')
  })

  test('that cannot be read can be retried', async () => {
    await open(OverviewTab, { 'GET /api/staff/overview': refusal('internal') })
    await waitFor(() => expect(findButton('Retry') ?? findButton('Try again')).toBeDefined())
  })
})

describe('a user', () => {
  const karim: StaffUser = {
    id: OTHER,
    username: 'karim',
    memberSince: AT,
    isVerified: true,
    openSessions: 1,
    hasSecondFactor: false,
    suspendedAt: null,
    roles: [],
    completedTrades: 7,
    failedTrades: 1,
    partners: 5,
    openTrades: 2,
    activeOffers: 1,
    suspensions: [
      { at: AT, by: 'salma', reason: REASON, restored: { at: AT, by: 'salma', reason: 'The proofs were genuine.' } },
    ],
    refusal: null,
  }
  const openUser = (shown: object | (() => Promise<Response>), more: Answers = {}) =>
    openPage(StaffUserPage, {
      path: '/admin/users/:userId',
      address: `/admin/users/${OTHER}`,
      answers: {
        ...admin,
        [`GET /api/staff/users/${OTHER}`]: shown,
        [`GET /api/staff/users/${OTHER}/actions`]: { entries: [], nextCursor: null },
        [`GET /api/staff/users/${OTHER}/reports`]: { reports: [], nextCursor: null },
        ...more,
      },
    })

  test('is suspended with a reason; former suspensions are listed with their ends', async () => {
    const { calls } = await openUser(karim, { [`POST /api/staff/users/${OTHER}/suspend`]: done })
    await waitFor(() => expect(text()).toContain('The proofs were genuine.'))
    await expectAccessible()
    await giveReason('Suspend karim', 'Suspend')
    await waitFor(() => expect(calls).toContain(`POST /api/staff/users/${OTHER}/suspend`))
  })

  test.each([
    ['own_account', 'This is your own account.'],
    ['staff_account', 'This user has a staff role'],
    ['staff_conflict', 'You traded with this user, or were in the same team, in the last 90 days'],
  ] as const)('is not suspended where the refusal is %s, which the page explains', async (code, explanation) => {
    await openUser({ ...karim, refusal: code })
    await waitFor(() => expect(text()).toContain(explanation))
    expect(findButton('Suspend karim')).toBeUndefined()
  })

  test('who does not exist is said so', async () => {
    await openUser(refusal('not_found'))
    await waitFor(() => expect(text()).toContain('There is no such user.'))
  })

  test('is named in the title of the page, isolated from the words around', async () => {
    await openUser(karim)
    await waitFor(() => expect(document.title).toBe('\u2068karim\u2069 · User · Sarraf'))
  })

  test('who has never been suspended has no list of suspensions', async () => {
    await openUser({ ...karim, suspensions: [] })
    await waitFor(() => expect(text()).toContain('This user has never been suspended.'))
    expect([...document.querySelectorAll('ul')].filter(({ children }) => children.length === 0)).toEqual([])
  })

  test.each([
    ['Suspend karim', null],
    ['End all sessions of karim', null],
    ['End the suspension of karim', AT],
  ])('is isolated from the words around in the title of the dialog: %s', async (opening, suspendedAt) => {
    await openUser({ ...karim, suspendedAt })
    await pressButton(opening)
    await waitFor(() => expect(isolatedNames()).toEqual(['karim']))
  })
})

describe('offers', () => {
  const offer: StaffOffer = {
    id: ID,
    owner: { id: OTHER, username: 'karim', suspendedAt: null },
    type: 'sell',
    fiatCurrency: 'EUR',
    paymentMethods: ['revolut'],
    minAmount: '50.00',
    maxAmount: '500.00',
    pricePercentage: '1.0',
    terms: 'Pay my cousin.',
    status: 'active',
    openTrades: 0,
    createdAt: AT,
    hidden: null,
    refusal: null,
  }

  test('of the trader in the address are found, and one is hidden with a reason', async () => {
    const { calls } = await open(
      OffersTab,
      { 'GET /api/staff/offers': { offers: [offer], nextCursor: null }, [`POST /api/staff/offers/${ID}/hide`]: done },
      '/?trader=karim',
    )
    await waitFor(() => expect(text()).toContain('Pay my cousin.'))
    await expectAccessible()
    const hide = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Hide'))!
    await press(hide)
    await fill('Reason', REASON)
    expect(isolatedNames()).toEqual(['karim'])
    await press([...document.querySelectorAll<HTMLElement>('[role=dialog] button[type=submit]')][0]!)
    await waitFor(() => expect(calls).toContain(`POST /api/staff/offers/${ID}/hide`))
  })

  test('that are hidden say by whom and why, and an admin’s own one has no button', async () => {
    const hidden = { at: AT, by: 'salma', reason: REASON }
    await open(
      OffersTab,
      { 'GET /api/staff/offers': { offers: [{ ...offer, hidden, refusal: 'own_account' }], nextCursor: null } },
      '/?trader=amina',
    )
    await waitFor(() => expect(text()).toContain('Hidden by salma'))
    expect(text()).toContain(REASON)
    expect([...document.querySelectorAll('li button')]).toEqual([])
    expect(text()).toContain('This is your own account.')
  })

  test('of a user whom the admin met lately have no button, and say why', async () => {
    const offers = [{ ...offer, refusal: 'staff_conflict' }]
    await open(OffersTab, { 'GET /api/staff/offers': { offers, nextCursor: null } }, '/?trader=karim')
    await waitFor(() => expect(text()).toContain('You traded with this user, or were in the same team'))
    expect([...document.querySelectorAll('li button')]).toEqual([])
  })
})

describe('contact messages', () => {
  const message: ReceivedMessage = {
    id: ID,
    reference: 'C-00000000',
    name: 'Lea Martin',
    email: 'lea@example.org',
    subject: 'support',
    message: 'Where is my trade?',
    at: AT,
    username: null,
    answered: null,
  }

  test('have their sender, text and reference', async () => {
    await open(InboxTab, { 'GET /api/staff/messages': { messages: [message], nextCursor: null } })
    await waitFor(() => expect(text()).toContain('Where is my trade?'))
    for (const shown of ['Lea Martin', 'C-00000000', 'lea@example.org']) expect(text()).toContain(shown)
    await expectAccessible()
  })

  test('that were answered show the answer, and have no buttons', async () => {
    const answered = { at: AT, by: 'salma', note: null, answer: 'It is completed.' }
    await open(InboxTab, { 'GET /api/staff/messages': { messages: [{ ...message, answered }], nextCursor: null } })
    await waitFor(() => expect(text()).toContain('Answered by salma'))
    expect(text()).toContain('It is completed.')
    expect([...document.querySelectorAll('li button')]).toEqual([])
  })
})

describe('currencies', () => {
  const euro: StaffCurrency = {
    fiatCurrency: 'EUR',
    switchedOff: null,
    openOffers: 1,
    openTrades: 2,
    notices: { en: 'Gains may be taxed.', fr: 'Les gains peuvent être imposés.', ar: '' },
  }
  const euroRate: StaffRate = {
    fiatCurrency: 'EUR',
    rate: '0.860000',
    asOf: AT,
    unavailableSince: null,
    isFixed: false,
    isManual: true,
    readings: [
      { source: 'kraken', rate: '0.860000', asOf: AT, askedAt: AT, fault: null },
      { source: 'json:rates.example', rate: '8.600000', asOf: AT, askedAt: AT, fault: 'off' },
      { source: 'manual', rate: null, asOf: null, askedAt: null, fault: 'not_set' },
    ],
  }
  const openTab = (currency: StaffCurrency, more: Answers = {}) =>
    open(CurrenciesTab, {
      'GET /api/staff/currencies': { currencies: [currency] },
      'GET /api/staff/rates': { rates: [euroRate] },
      ...more,
    })

  test('show the reference rate, what each source said, and why one does not count', async () => {
    await openTab(euro)
    await waitFor(() => expect(text()).toContain('Reference rate 0.86'))
    const sources = [...document.querySelectorAll('ul[aria-label="Sources of the rate of EUR"] > li')]
    expect(sources.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Kraken0\.86/),
      expect.stringMatching(/^rates\.exampleMore than 5% off8\.60/),
      'Set by handNot set',
    ])
  })

  test('have a rate set by hand, with a reason and the change that it makes', async () => {
    const { calls } = await openTab(euro, { 'POST /api/staff/rates/EUR': done })
    await waitFor(() => expect(findButton('Set the rate of EUR')).toBeDefined())
    await pressButton('Set the rate of EUR')
    await fill('EUR for 1 USDT', '0.88')
    await waitFor(() => expect(descriptionOf(field('EUR for 1 USDT'))).toContain('a change of +2.33%'))
    await expectAccessible()
    await fill('Reason', REASON)
    await pressButton('Set rate')
    await waitFor(() => expect(text()).toContain('Rate of EUR set'))
    expect(calls).toContain('POST /api/staff/rates/EUR')
  })

  test('without sources say that the rate is the fixed table, and offer nothing to set', async () => {
    const rates = [{ ...euroRate, isFixed: true, isManual: false, readings: [] }]
    await openTab(euro, { 'GET /api/staff/rates': { rates } })
    await waitFor(() => expect(text()).toContain('the fixed table'))
    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('Set rate')
  })

  test('are switched off with a reason, after the page has said what that concerns', async () => {
    const { calls, answer } = await openTab(euro, { 'POST /api/staff/currencies/EUR/switch-off': done })
    await waitFor(() => expect(text()).toContain('1 active offer · 2 open trades'))
    await expectAccessible()
    await pressButton('Switch EUR off')
    await waitFor(() => expect(text()).toContain('Open trades continue.'))
    await fill('Reason', 'Because')
    await pressButton('Switch off')
    await waitFor(() => expect(text()).toContain('Write 10 to 500 characters.'))
    expect(calls).not.toContain('POST /api/staff/currencies/EUR/switch-off')
    await expectAccessible()
    const switchedOff = { at: AT, by: 'salma', reason: REASON }
    answer({ 'GET /api/staff/currencies': { currencies: [{ ...euro, switchedOff }] } })
    await fill('Reason', REASON)
    await pressButton('Switch off')
    await waitFor(() => expect(text()).toContain('EUR is switched off'))
    await waitFor(() => expect(text()).toContain('by salma'))
    expect(text()).toContain(REASON)
    expect(findButton('Switch EUR off')).toBeUndefined()
  })

  test('are switched on again with a reason; a refusal is shown', async () => {
    const { calls, answer } = await openTab(
      { ...euro, switchedOff: { at: AT, by: 'salma', reason: 'The law changed.' } },
      { 'POST /api/staff/currencies/EUR/switch-on': refusal('already_done') },
    )
    await pressButton('Switch EUR on')
    await fill('Reason', REASON)
    await pressButton('Switch on')
    await waitFor(() => expect(alerts()).toHaveLength(1))
    answer({ 'POST /api/staff/currencies/EUR/switch-on': done })
    await pressButton('Switch on')
    await waitFor(() => expect(text()).toContain('EUR is available again'))
    expect(calls.filter((call) => call.endsWith('/switch-on'))).toHaveLength(2)
  })

  test('have a legal notice in each language, which is changed with a reason', async () => {
    const { calls } = await openTab(euro, { 'POST /api/staff/currencies/EUR/notice': done })
    await pressButton('Edit the legal notice for EUR')
    await waitFor(() => expect(field('Notice in English').value).toBe('Gains may be taxed.'))
    expect([field('Notice in French').value, field('Notice in Arabic').value]).toEqual([euro.notices.fr, ''])
    await expectAccessible()
    await fill('Notice in Arabic', 'x'.repeat(CURRENCY_NOTICE_MAX + 1))
    await fill('Reason', REASON)
    await pressButton('Save')
    await waitFor(() => expect(descriptionOf(field('Notice in Arabic'))).toContain('Use up to 1,000 characters.'))
    expect(calls).not.toContain('POST /api/staff/currencies/EUR/notice')
    await fill('Notice in Arabic', 'قد تخضع الأرباح للضريبة.')
    await pressButton('Save')
    await waitFor(() => expect(text()).toContain('Legal notice saved'))
  })

  test('stay shown when they cannot be read again, with the failure and a button to retry', async () => {
    const { answer } = await openTab(euro, { 'POST /api/staff/currencies/EUR/switch-off': done })
    await waitFor(() => expect(text()).toContain('1 active offer · 2 open trades'))
    answer({ 'GET /api/staff/currencies': refusal('internal') })
    await giveReason('Switch EUR off', 'Switch off')
    await waitFor(() => expect(alerts()).toHaveLength(1))
    expect(text()).toContain('1 active offer · 2 open trades')
    expect(findButton('Try again')).toBeDefined()
  })

  test('that cannot be read say why, and can be read again', async () => {
    await open(CurrenciesTab, { 'GET /api/staff/currencies': refusal('internal') })
    await waitFor(() => expect(findButton('Retry') ?? findButton('Try again')).toBeDefined())
  })
})

test('the audit log has a sentence for each action', async () => {
  const actions = Object.keys(STAFF_ACTIONS) as StaffAction[]
  const entries: AuditEntry[] = actions.map((action, n) => ({
    id: String(n + 1),
    at: AT,
    actor: 'salma',
    role: STAFF_ACTIONS[action].role,
    action,
    about: 'karim',
    userId: null,
    reason: null,
  }))
  await open(AuditTab, { 'GET /api/staff/audit-log': { entries, nextCursor: null } })
  await waitFor(() => expect(text()).toContain('Suspended karim'))
  const lines = [...document.querySelectorAll('li p:first-child')].map(({ textContent }) => textContent)
  expect(lines).toHaveLength(actions.length)
  expect(new Set(lines).size).toBe(actions.length)
  await expectAccessible()
})
