import { expect, test } from 'vitest'
import type { DisputeProgress } from '../disputes/disputes.ts'
import { canDoForOwner, WAITING_FOR, waitingAct } from './waiting-trades.ts'

const dispute: DisputeProgress = {
  status: 'statements',
  round: 1,
  decision: null,
  stated: ['buyer'],
  accepted: [],
  isTaken: false,
}
const decided: DisputeProgress = { ...dispute, status: 'decided', decision: 'refund' }

test.each([
  ['awaiting_payment', 'buyer', null, 'pay'],
  ['awaiting_payment', 'seller', null, null],
  ['refund_held', 'buyer', null, 'object'],
  ['refund_held', 'seller', null, null],
  ['payment_sent', 'seller', null, 'confirm'],
  ['payment_sent', 'buyer', null, null],
  ['payment_confirmed', 'buyer', null, null],
  ['payment_confirmed', 'seller', null, null],
  ['disputed', 'buyer', dispute, null],
  ['disputed', 'seller', dispute, 'state'],
  ['disputed', 'buyer', { ...dispute, status: 'deciding' }, null],
  ['disputed', 'buyer', decided, 'answer_decision'],
  ['disputed', 'seller', decided, null],
  ['disputed', 'buyer', { ...decided, accepted: ['buyer'] }, null],
  ['completed', 'buyer', null, null],
  ['cancelled', 'seller', null, null],
] as const)('%s waits for the %s: %j', (status, role, progress, act) => {
  expect(waitingAct(status, role, progress)).toBe(act)
})

test('every status that waits for one party names the act of that party', () => {
  expect(WAITING_FOR.map(({ status, role }) => waitingAct(status, role, null))).toEqual(['pay', 'object', 'confirm'])
})

test('a team member confirms payments for the owner, with that role, and does nothing else of it', () => {
  expect(canDoForOwner('confirm', ['release'])).toBe(true)
  expect(canDoForOwner('confirm', ['chat', 'offers'])).toBe(false)
  expect(canDoForOwner('pay', ['chat', 'offers', 'release'])).toBe(false)
  expect(canDoForOwner('answer_decision', ['release'])).toBe(false)
})
