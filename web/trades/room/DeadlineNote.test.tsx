import { expect, test } from 'vitest'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import {
  DISPUTE_AFTER_MINUTES,
  REFUND_HOLD_MINUTES,
  TRADE_STATES,
  TRADE_STATUSES,
} from '../../../domain/trades/trades.ts'
import { pressButton } from '../../testing/page.tsx'
import { render, waitFor } from '../../testing/render.tsx'
import { trade } from '../../testing/samples.ts'
import { DeadlineNote } from './DeadlineNote.tsx'

const DEADLINE = new Date(2026, 10, 23, 22, 36).toISOString()
const PAID_AT = new Date(2026, 10, 22, 22, 36)
const DISPUTABLE_AT = new Date(PAID_AT.getTime() + DISPUTE_AFTER_MINUTES * 60_000)
const clock = (at: Date) => [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')

test.each([
  ['awaiting_payment', 'buyer', 'it is cancelled', 'as paid by'],
  ['awaiting_payment', 'seller', 'your USDT is returned', `${REFUND_HOLD_MINUTES} minutes to object`],
  ['refund_held', 'buyer', 'If you don’t object', 'the USDT returns to the seller'],
  ['refund_held', 'seller', 'If the buyer doesn’t object', 'your USDT returns to you'],
  ['payment_sent', 'buyer', 'If the seller doesn’t confirm', `You can open a dispute from ${clock(DISPUTABLE_AT)}`],
  ['payment_sent', 'seller', 'If you don’t confirm', `You can open a dispute from ${clock(DISPUTABLE_AT)}`],
] as const)('%s: the %s reads what happens without an act, and when', async (status, role, ...expected) => {
  const said = await outcomeOf({ status, role })
  for (const words of expected) expect(said).toContain(words)
  expect(said).toContain('23 Nov 2026, 22:36')
})

test('a buyer who was shown the payment details can object, and no other', async () => {
  const words = `You then have ${REFUND_HOLD_MINUTES} minutes to object.`
  const said = (detailsShown: boolean) => outcomeOf({ status: 'awaiting_payment', role: 'buyer', detailsShown })
  expect(await said(true)).toContain(words)
  expect(await said(false)).not.toContain('object')
})

test('every status with a deadline says what its end does', async () => {
  for (const status of TRADE_STATUSES) {
    const deadline = TRADE_STATES[status].deadline ? DEADLINE : null
    const said = await outcomeOf({ status, deadline })
    expect([status, said !== '']).toEqual([status, deadline !== null])
  }
})

test('once a dispute is possible, the sentence leads to it', async () => {
  const now = DISPUTABLE_AT.toISOString()
  expect(await outcomeOf({ status: 'payment_sent', now })).toContain('You can open a dispute now.')
  const dispute = document.createElement('div')
  dispute.id = 'dispute'
  dispute.tabIndex = -1
  document.body.append(dispute)
  await pressButton('You can open a dispute now.')
  expect(document.activeElement).toBe(dispute)
  dispute.remove()
})

const WAITING = { status: 'awaiting_payment', role: 'seller', turn: ['buyer'] } as const
const BUYER = { ...trade.buyer, username: 'karim', medianSeconds: 240 }

test('a seller who waits for the payment reads the median time of the buyer, until it has passed', async () => {
  const changes = { ...WAITING, turn: [...WAITING.turn], buyer: BUYER }
  expect(await outcomeOf(changes)).toContain('karim’s median time to pay: 4 mins.')
  expect(await outcomeOf({ ...changes, turn: ['seller'] })).not.toContain('median')
  expect(await outcomeOf({ ...changes, buyer: trade.buyer })).not.toContain('median')
  const later = new Date(PAID_AT.getTime() + 241_000).toISOString()
  expect(await outcomeOf({ ...changes, now: later })).not.toContain('median')
})

test('a team member, who opens no dispute, reads of none', async () => {
  const paid = { ...trade, status: 'payment_sent', deadline: DEADLINE, paidAt: PAID_AT.toISOString() } as const
  const now = DISPUTABLE_AT.toISOString()
  const { container } = await render(<DeadlineNote trade={{ ...paid, now }} isTeamMember />)
  expect(container.textContent).toContain('a dispute opens automatically')
  expect(container.textContent).not.toContain('You can open')
})

test('on a page that stays open the median time goes once it has passed', async () => {
  const now = new Date(PAID_AT.getTime() + 239_900).toISOString()
  const waiting = { ...trade, ...WAITING, turn: [...WAITING.turn], paidAt: PAID_AT.toISOString() }
  const { container } = await render(<DeadlineNote trade={{ ...waiting, buyer: BUYER, now, deadline: DEADLINE }} />)
  expect(container.textContent).toContain('median time')
  await waitFor(() => expect(container.textContent).not.toContain('median time'))
})

test('an outage stops the deadline, so no moment is named', async () => {
  const said = await outcomeOf({ status: 'payment_sent', stoppedAt: PAID_AT.toISOString() })
  expect(said).toContain('Nothing happens automatically during the outage.')
  expect(said).not.toContain('2026')
})

async function outcomeOf(changes: Partial<Trade>) {
  const shown = { ...trade, deadline: DEADLINE, paidAt: PAID_AT.toISOString(), now: PAID_AT.toISOString(), ...changes }
  return (await render(<DeadlineNote trade={shown} />)).container.textContent
}
