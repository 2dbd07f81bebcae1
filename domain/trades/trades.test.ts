import { describe, expect, test } from 'vitest'
import { ERRORS } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import {
  TRADE_ACTIONS,
  TRADE_RULES,
  TRADE_STATES,
  TRADE_STATUSES,
  TRADE_STATUS_TEXTS,
  moveRefusal,
  paymentReference,
  statusAfter,
} from './trades.ts'
import type { ActorRole, TradeAction, TradeStatus } from './trades.ts'

/** Which role may make which move from which status, and every refusal: each cell written by hand. */
const OUTCOMES: Record<
  Exclude<TradeAction, 'open' | 'concede'>,
  { by: ActorRole[]; from: Record<TradeStatus, TradeStatus | ErrorCode> }
> = {
  mark_paid: {
    by: ['buyer'],
    from: {
      awaiting_payment: 'payment_sent',
      refund_held: 'not_awaiting_payment',
      disputed: 'not_awaiting_payment',
      payment_sent: 'not_awaiting_payment',
      payment_confirmed: 'not_awaiting_payment',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  withdraw_payment_mark: {
    by: ['buyer'],
    from: {
      awaiting_payment: 'payment_not_sent',
      refund_held: 'stale_screen',
      disputed: 'stale_screen',
      payment_sent: 'awaiting_payment',
      payment_confirmed: 'stale_screen',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  extend_payment_window: {
    by: ['seller'],
    from: {
      awaiting_payment: 'awaiting_payment',
      refund_held: 'not_awaiting_payment',
      disputed: 'not_awaiting_payment',
      payment_sent: 'not_awaiting_payment',
      payment_confirmed: 'not_awaiting_payment',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  cancel: {
    by: ['buyer', 'seller'],
    from: {
      awaiting_payment: 'cancelled',
      refund_held: 'cancel_too_late',
      disputed: 'cancel_too_late',
      payment_sent: 'cancel_too_late',
      payment_confirmed: 'cancel_too_late',
      completed: 'cancel_too_late',
      cancelled: 'cancel_too_late',
    },
  },
  expire: {
    by: ['system'],
    from: {
      awaiting_payment: 'cancelled',
      refund_held: 'not_awaiting_payment',
      disputed: 'not_awaiting_payment',
      payment_sent: 'not_awaiting_payment',
      payment_confirmed: 'not_awaiting_payment',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  confirm_receipt: {
    by: ['seller'],
    from: {
      awaiting_payment: 'payment_not_sent',
      refund_held: 'stale_screen',
      disputed: 'payment_confirmed',
      payment_sent: 'payment_confirmed',
      payment_confirmed: 'stale_screen',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  settle: {
    by: ['system'],
    from: {
      awaiting_payment: 'not_confirmed',
      refund_held: 'not_confirmed',
      disputed: 'not_confirmed',
      payment_sent: 'not_confirmed',
      payment_confirmed: 'completed',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  cancel_after_details: {
    by: ['seller'],
    from: {
      awaiting_payment: 'refund_held',
      refund_held: 'cancel_too_late',
      payment_sent: 'cancel_too_late',
      payment_confirmed: 'cancel_too_late',
      disputed: 'cancel_too_late',
      completed: 'cancel_too_late',
      cancelled: 'cancel_too_late',
    },
  },
  expire_after_details: {
    by: ['system'],
    from: {
      awaiting_payment: 'refund_held',
      refund_held: 'stale_screen',
      payment_sent: 'stale_screen',
      payment_confirmed: 'stale_screen',
      disputed: 'stale_screen',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  refund: {
    by: ['system'],
    from: {
      awaiting_payment: 'stale_screen',
      refund_held: 'cancelled',
      payment_sent: 'stale_screen',
      payment_confirmed: 'stale_screen',
      disputed: 'stale_screen',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  object: {
    by: ['buyer'],
    from: {
      awaiting_payment: 'refund_not_held',
      refund_held: 'disputed',
      payment_sent: 'refund_not_held',
      payment_confirmed: 'refund_not_held',
      disputed: 'refund_not_held',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  open_dispute: {
    by: ['buyer', 'seller'],
    from: {
      awaiting_payment: 'payment_not_sent',
      refund_held: 'payment_not_sent',
      payment_sent: 'disputed',
      payment_confirmed: 'payment_not_sent',
      disputed: 'already_disputed',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  escalate: {
    by: ['system'],
    from: {
      awaiting_payment: 'stale_screen',
      refund_held: 'stale_screen',
      payment_sent: 'disputed',
      payment_confirmed: 'stale_screen',
      disputed: 'stale_screen',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  release_decided: {
    by: ['system'],
    from: {
      awaiting_payment: 'stale_screen',
      refund_held: 'stale_screen',
      payment_sent: 'stale_screen',
      payment_confirmed: 'stale_screen',
      disputed: 'completed',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  refund_decided: {
    by: ['system'],
    from: {
      awaiting_payment: 'stale_screen',
      refund_held: 'stale_screen',
      payment_sent: 'stale_screen',
      payment_confirmed: 'stale_screen',
      disputed: 'cancelled',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  split_decided: {
    by: ['system'],
    from: {
      awaiting_payment: 'stale_screen',
      refund_held: 'stale_screen',
      payment_sent: 'stale_screen',
      payment_confirmed: 'stale_screen',
      disputed: 'completed',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
  extend_for_outage: {
    by: ['system'],
    from: {
      awaiting_payment: 'awaiting_payment',
      refund_held: 'refund_held',
      payment_sent: 'payment_sent',
      payment_confirmed: 'stale_screen',
      disputed: 'stale_screen',
      completed: 'trade_over',
      cancelled: 'trade_over',
    },
  },
}

const cells = Object.entries(OUTCOMES).flatMap(([action, { by, from }]) =>
  Object.entries(from).flatMap(([status, outcome]) =>
    (['buyer', 'seller', 'system'] as const).map((role) => ({
      action: action as TradeAction,
      status: status as TradeStatus,
      role,
      outcome: by.includes(role) ? outcome : ('not_your_move' as const),
    })),
  ),
)

test.each(cells)('$action by the $role while $status: $outcome', ({ action, status, role, outcome }) => {
  const refusal = moveRefusal({ status, usedOnce: [] }, action, role)
  if (isStatus(outcome)) {
    expect(refusal).toBeNull()
    expect(statusAfter(status, action, role)).toBe(outcome)
  } else {
    expect(refusal).toBe(outcome)
    expect(statusAfter(status, action, role)).toBeNull()
  }
})

test('the table covers every move of the machine', () => {
  expect(new Set(cells.map(({ action }) => action)).size).toBe(TRADE_ACTIONS.length - 2)
  const open = cells.filter(({ outcome }) => isStatus(outcome)).length
  expect(open).toBe(TRADE_RULES.filter(({ from, action }) => from !== 'none' && action !== 'concede').length)
})

test.each(TRADE_STATUSES)(
  'conceding while %s: either party gives in a dispute only, and each to the other',
  (status) => {
    const isDisputed = status === 'disputed'
    expect(statusAfter(status, 'concede', 'buyer')).toBe(isDisputed ? 'cancelled' : null)
    expect(statusAfter(status, 'concede', 'seller')).toBe(isDisputed ? 'payment_confirmed' : null)
    expect(statusAfter(status, 'concede', 'system')).toBeNull()
    const refusal = isDisputed ? null : TRADE_STATES[status].isOpen ? 'not_disputed' : 'trade_over'
    expect(moveRefusal({ status, usedOnce: [] }, 'concede', 'buyer')).toBe(refusal)
  },
)

test.each(['buyer', 'seller'] as const)('a %s can open a trade only where none exists', (role) => {
  expect(statusAfter('none', 'open', role)).toBe('awaiting_payment')
  for (const status of TRADE_STATUSES) expect(statusAfter(status, 'open', role)).toBeNull()
})

describe('moves made once', () => {
  test.each([
    ['extend_payment_window', 'seller', 'awaiting_payment', 'payment_window_already_extended'],
    ['withdraw_payment_mark', 'buyer', 'payment_sent', 'payment_mark_already_withdrawn'],
  ] as const)('%s', (action, role, status, code) => {
    expect(moveRefusal({ status, usedOnce: [action] }, action, role)).toBe(code)
    expect(TRADE_RULES.find((rule) => rule.action === action)?.onceOnly).toBe(code)
  })
})

test('no move leaves a closed status, and neither party moves a confirmed trade', () => {
  const from = TRADE_RULES.map((rule) => rule.from)
  expect(from.filter((status) => status !== 'none' && !TRADE_STATES[status].isOpen)).toEqual([])
  expect(TRADE_RULES.filter((rule) => rule.from === 'payment_confirmed').map(({ by }) => by)).toEqual(['system'])
})

test('the trade waits for the buyer, then for the seller, then for neither', () => {
  expect(TRADE_STATUSES.map((status) => TRADE_STATES[status].waitsFor)).toEqual([
    'buyer',
    'buyer',
    'seller',
    null,
    null,
    null,
    null,
  ])
})

test('the escrow is locked until the trade ends', () => {
  expect(TRADE_STATUSES.map((status) => TRADE_STATES[status].escrow)).toEqual([
    'locked',
    'locked',
    'locked',
    'locked',
    'locked',
    'released',
    'refunded',
  ])
})

test('a trade is open as long as its escrow is locked', () => {
  for (const { isOpen, escrow } of Object.values(TRADE_STATES)) expect(isOpen).toBe(escrow === 'locked')
})

test('a deadline leads to a move that the system may make from that status', () => {
  const after = TRADE_STATUSES.map((status) => {
    const { deadline } = TRADE_STATES[status]
    return deadline && statusAfter(status, deadline.action, 'system')
  })
  expect(after).toEqual(['cancelled', 'cancelled', 'disputed', null, null, null, null])
})

test('every open status has its label and a true description', () => {
  expect(TRADE_STATUS_TEXTS.awaiting_payment).toEqual({
    label: 'Awaiting payment',
    description: 'Waiting for buyer to send fiat payment',
  })
  expect(TRADE_STATUS_TEXTS.payment_sent).toEqual({
    label: 'Marked as paid',
    description: 'Marked as paid, waiting for the seller to confirm',
  })
  expect(TRADE_STATUS_TEXTS.payment_confirmed).toEqual({
    label: 'Payment confirmed',
    description: 'Payment confirmed, USDT is being released',
  })
  expect(TRADE_STATUS_TEXTS.completed.label).toBe('Completed')
  expect(TRADE_STATUS_TEXTS.cancelled.label).toBe('Cancelled')
})

test('refusals have the specification’s texts', () => {
  expect(ERRORS.cancel_too_late.text).toBe('Trade can only be cancelled before payment is sent.')
  expect(ERRORS.payment_not_sent.text).toBe('Payment must be sent first before confirming receipt.')
  expect(ERRORS.own_offer.text).toBe('You cannot trade with your own offer')
})

test('the payment reference is the start of the trade’s id', () => {
  expect(paymentReference('0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d')).toBe('FP-0A1B2C3D')
})

function isStatus(outcome: TradeStatus | ErrorCode): outcome is TradeStatus {
  return (TRADE_STATUSES as readonly string[]).includes(outcome)
}
