import { expect, test } from 'vitest'
import type { PartyRole, TradeAction, TradeStatus } from '../../../domain/trades/trades.ts'
import { movesOf, nextMove } from './moves.ts'

function buttons(status: TradeStatus, role: PartyRole, usedOnce: TradeAction[] = []): string[] {
  return movesOf({ status, role, usedOnce }).map(({ move, reason }) => (reason === null ? move : `(${move})`))
}

test.each<[TradeStatus, PartyRole, string[]]>([
  ['awaiting_payment', 'buyer', ['mark_paid', 'cancel']],
  ['awaiting_payment', 'seller', ['(confirm_receipt)', 'extend_payment_window', 'cancel']],
  ['payment_sent', 'buyer', ['withdraw_payment_mark']],
  ['payment_sent', 'seller', ['confirm_receipt', '(cancel)']],
  ['refund_held', 'buyer', []],
  ['payment_confirmed', 'seller', []],
  ['disputed', 'seller', []],
  ['completed', 'buyer', []],
  ['cancelled', 'seller', []],
])('%s shows the %s %j; brackets are off', (status, role, expected) => {
  expect(buttons(status, role)).toEqual(expected)
})

test('a once-only move is disabled the second time', () => {
  expect(buttons('awaiting_payment', 'seller', ['extend_payment_window'])).toContain('(extend_payment_window)')
  expect(buttons('payment_sent', 'buyer', ['withdraw_payment_mark'])).toContain('(withdraw_payment_mark)')
})

test('the payment mark is next once the buyer was shown where to pay', () => {
  const next = (detailsShown: boolean) =>
    nextMove({ status: 'awaiting_payment', role: 'buyer', usedOnce: [], detailsShown })
  expect([next(false), next(true)]).toEqual([undefined, 'mark_paid'])
})
