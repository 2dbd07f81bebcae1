import { expect, test } from 'vitest'
import { SYSTEM_CODES, SYSTEM_TEXTS, systemCodeOf, disputeCodeOf } from './chat.ts'
import { DISPUTE_ROUNDS, DISPUTE_RULES } from '../disputes/disputes.ts'
import { PAYEE_ANSWERS } from '../payments/payee-check.ts'
import { TRADE_RULES } from '../trades/trades.ts'

test('system messages have the specification’s texts', () => {
  expect(SYSTEM_TEXTS.cancelled_by_buyer).toBe('The buyer cancelled the trade.')
  expect(SYSTEM_TEXTS.cancelled_by_seller).toBe('The seller cancelled the trade.')
  expect(SYSTEM_TEXTS.completed).toBe('Payment confirmed! Trade completed successfully.')
})

test('every move has a system message, and every system message belongs to a move', () => {
  const said = TRADE_RULES.map(({ action, by }) => systemCodeOf(action, by))
  const saidInDisputes = DISPUTE_RULES.flatMap(({ action, by }) =>
    [1, DISPUTE_ROUNDS].map((round) => disputeCodeOf(action, by, round)),
  ).filter((code) => code !== null)
  const saidAfterConcession = systemCodeOf('settle', 'system', true)
  // The start of an outage and the answer of a buyer's bank move no trade.
  const moveNothing = ['deadlines_stopped', ...PAYEE_ANSWERS.map((answer) => `payee_${answer}`)]
  const all = [...said, saidAfterConcession, ...saidInDisputes, ...moveNothing]
  expect(new Set(all)).toEqual(new Set(SYSTEM_CODES))
  for (const code of SYSTEM_CODES) expect(SYSTEM_TEXTS[code].trim()).not.toBe('')
})
