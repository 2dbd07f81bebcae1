import { expect, test } from 'vitest'
import type { Rehearsal } from '../../../domain/api/trades/rehearsals.ts'
import { openPage, pressButton, refusal, text, type Answers } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { ID, user } from '../../testing/samples.ts'
import RehearsalPage from './RehearsalPage.tsx'
import RehearsalsPage from './RehearsalsPage.tsx'

const claim: Rehearsal = {
  id: ID,
  scenario: 'overpayment',
  step: 'claim',
  steps: ['claim'],
  lastMove: null,
  moves: ['check_account', 'confirm_receipt', 'abandon'],
  startedAt: '2026-11-22T09:41:00.000Z',
}
const account: Rehearsal = {
  ...claim,
  step: 'account',
  steps: ['claim', 'account'],
  lastMove: 'check_account',
  moves: ['confirm_receipt', 'send_back', 'open_dispute', 'abandon'],
}
const lost: Rehearsal = { ...account, step: 'lost', lastMove: 'send_back', moves: [] }
const passed: Rehearsal = { ...account, step: 'passed', lastMove: 'open_dispute', moves: [] }

const LIST = 'GET /api/rehearsals'
const START = 'POST /api/rehearsals'
const MOVE = `POST /api/rehearsals/${ID}/moves`

const listed = (latest: Rehearsal | null, isPassed = false) => ({
  hasRehearsed: false,
  scenarios: (['fake_receipt', 'other_payer', 'overpayment', 'false_support'] as const).map((scenario) => ({
    scenario,
    isPassed: scenario === 'overpayment' && isPassed,
    latest: scenario === 'overpayment' ? latest : null,
  })),
})

async function open(answers: Answers) {
  const given = { 'GET /api/session': { user }, [LIST]: listed(null), [START]: claim, ...answers }
  return openPage(RehearsalPage, { path: '/rehearsal/:scenario', address: '/rehearsal/overpayment', answers: given })
}

test('an attempt begins, and every panel with invented money is labelled', async () => {
  const { calls, answer } = await open({ [MOVE]: account })
  await waitFor(() => expect(calls).toContain(START))
  answer({ [LIST]: listed(claim) })
  await waitFor(() => expect(text()).toContain('What do you do?'))
  expect(text()).toContain('Everything on this page is made up for practice, and the buyer is a bot.')
  expect(text()).toContain('Paid! Please check your account.')
  expect(text()).not.toContain('Report message')
  await pressButton('Check my own account')
  await waitFor(() => expect(text()).toContain('980.00 EUR'))
  const panels = [...document.querySelectorAll('main .panel, .panel')].filter((panel) =>
    /\d EUR|bot:/.test(panel.textContent ?? ''),
  )
  expect(panels.length).toBeGreaterThan(1)
  for (const panel of panels) expect(panel.textContent).toMatch(/Rehearsal|practice/)
  expect(calls.filter((call) => call === START)).toHaveLength(1)
})

test('an open attempt is resumed', async () => {
  const { calls } = await open({ [LIST]: listed(account) })
  await waitFor(() => expect(text()).toContain('Send 500.00 EUR to the other account'))
  expect(calls).not.toContain(START)
})

test('a wrong move ends with its cost and the lesson, and can be repeated', async () => {
  const { calls, answer } = await open({ [LIST]: listed(account), [MOVE]: lost })
  await waitFor(() => expect(text()).toContain('What do you do?'))
  answer({ [LIST]: listed(lost) })
  await pressButton('Send 500.00 EUR to the other account')
  await waitFor(() => expect(text()).toContain('The fraud succeeded'))
  expect(text()).toContain('In a real trade, you would have lost the 500.00 EUR that you sent, and then the USDT.')
  expect(text()).toContain('Never send a difference to another account. Ask your bank to return the money.')
  expect(document.activeElement?.textContent).toBe('The fraud succeeded')
  await pressButton('Repeat')
  await waitFor(() => expect(calls.filter((call) => call === START)).toHaveLength(1))
})

test('a right move ends with the lesson only', async () => {
  const { answer } = await open({ [LIST]: listed(account), [MOVE]: passed })
  await waitFor(() => expect(text()).toContain('What do you do?'))
  answer({ [LIST]: listed(passed, true) })
  await pressButton('Open a dispute')
  await waitFor(() => expect(text()).toContain('Passed'))
  expect(text()).not.toContain('In a real trade')
})

test('a rehearsal that has moved on in another tab is read again', async () => {
  const { answer } = await open({ [LIST]: listed(claim), [MOVE]: refusal('rehearsal_moved_on') })
  await waitFor(() => expect(text()).toContain('What do you do?'))
  answer({ [LIST]: listed(account) })
  await pressButton('Check my own account')
  await waitFor(() => expect(text()).toContain('This rehearsal has changed.'))
  await waitFor(() => expect(text()).toContain('Send 500.00 EUR to the other account'))
})

test('an unknown scenario leads to the list', async () => {
  const { address } = await openPage(RehearsalPage, { path: '/rehearsal/:scenario', address: '/rehearsal/poker' })
  await waitFor(() => expect(address()).toBe('/rehearsal'))
})

test('the list says which scenarios are passed, and which can be continued or repeated', async () => {
  const scenarios = listed(account).scenarios.map((each) =>
    each.scenario === 'fake_receipt'
      ? { ...each, isPassed: true, latest: { ...passed, scenario: each.scenario } }
      : each,
  )
  await openPage(RehearsalsPage, {
    path: '/rehearsal',
    answers: { 'GET /api/session': { user }, [LIST]: { hasRehearsed: false, scenarios } },
  })
  await waitFor(() => expect(text()).toContain('Too much money'))
  const links = [...document.querySelectorAll('ol a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Repeat: A receipt that proves nothing', '/rehearsal/fake_receipt'],
    ['Start: A payment from another name', '/rehearsal/other_payer'],
    ['Continue: Too much money', '/rehearsal/overpayment'],
    ['Start: A message from “support”', '/rehearsal/false_support'],
  ])
})
