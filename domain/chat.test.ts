import { expect, test } from 'vitest'
import { SYSTEM_CODES, SYSTEM_TEXTS, systemCodeOf } from './chat.ts'
import { TRADE_RULES } from './trades.ts'

test('system messages have the specification’s texts', () => {
  expect(SYSTEM_TEXTS.cancelled_by_buyer).toBe('The buyer cancelled the trade.')
  expect(SYSTEM_TEXTS.cancelled_by_seller).toBe('The seller cancelled the trade.')
  expect(SYSTEM_TEXTS.completed).toBe('Payment confirmed! Trade completed successfully.')
})

test('every move has a system message, and every system message belongs to a move', () => {
  const said = TRADE_RULES.map(({ action, by }) => systemCodeOf(action, by))
  expect(new Set(said)).toEqual(new Set(SYSTEM_CODES))
  for (const code of SYSTEM_CODES) expect(SYSTEM_TEXTS[code].trim()).not.toBe('')
})
