import { expect, test } from 'vitest'
import type { Trade } from '../../domain/api/trades/trades.ts'
import type { PartyRole, TradeAction, TradeStatus } from '../../domain/trades/trades.ts'
import { ERRORS } from '../../domain/errors.ts'
import type { PayeeAnswer } from '../../domain/payments/payee-check.ts'
import { movesOf, nextMove } from './moves.ts'

const NOW = '2026-11-22T09:41:00.000Z'
type Times = Pick<Trade, 'bankAnswer' | 'markFinalAt' | 'now' | 'stoppedAt'>
const TIMES: Times = { bankAnswer: null, markFinalAt: '2026-11-22T09:56:00.000Z', now: NOW, stoppedAt: null }

function buttons(status: TradeStatus, role: PartyRole, usedOnce: TradeAction[] = [], times: Times = TIMES): string[] {
  return movesOf({ status, role, usedOnce, ...times }).map(({ move, reason }) => (reason === null ? move : `(${move})`))
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

test('the payment mark is disabled while the bank knows the payee by another name', () => {
  const said = (answer: PayeeAnswer) => ({ ...TIMES, bankAnswer: { answer, at: NOW }, markFinalAt: null })
  const marks = (answer: PayeeAnswer) =>
    movesOf({ status: 'awaiting_payment', role: 'buyer', usedOnce: [], ...said(answer) })[0]!.reason?.text
  expect(marks('no_match')).toBe(ERRORS.payee_no_match.text)
  expect([marks('match'), marks('close_match'), marks('no_answer')]).toEqual([undefined, undefined, undefined])
})

test('the payment mark can be undone for a quarter of an hour; afterwards the button is off', () => {
  const after = (minutes: number, stopped: Partial<Times> = {}) => {
    const now = new Date(Date.parse(NOW) + minutes * 60_000).toISOString()
    return buttons('payment_sent', 'buyer', [], { ...TIMES, now, ...stopped })
  }
  expect([after(15), after(16), after(90, { stoppedAt: NOW })]).toEqual([
    ['withdraw_payment_mark'],
    ['(withdraw_payment_mark)'],
    ['withdraw_payment_mark'],
  ])
})

test('the payment mark is next once the buyer was shown where to pay', () => {
  const next = (detailsShown: boolean) =>
    nextMove({ status: 'awaiting_payment', role: 'buyer', usedOnce: [], detailsShown, ...TIMES })
  expect([next(false), next(true)]).toEqual([undefined, 'mark_paid'])
})
