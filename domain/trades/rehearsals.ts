/**
 * The rehearsal (spec-coverage 14; decisions: Limits): invented trades in which a bot tries the common frauds. Each scenario is a
 * small state machine; the server makes every move by this table, and the database holds the same rows. No trade is opened.
 */
import type { FraudMove } from './rehearsal-script.ts'

export const REHEARSAL_SCENARIOS = ['fake_receipt', 'other_payer', 'overpayment', 'false_support'] as const
export type RehearsalScenario = (typeof REHEARSAL_SCENARIOS)[number]

export const REHEARSAL_ENDS = ['passed', 'lost', 'abandoned'] as const
export type RehearsalEnd = (typeof REHEARSAL_ENDS)[number]

/** The steps that wait for a move, in the order of the script; every scenario begins at the first. */
export const REHEARSAL_STEPS = ['claim', 'account', 'pressure'] as const
export type RehearsalStep = (typeof REHEARSAL_STEPS)[number]
export const FIRST_STEP: RehearsalStep = 'claim'

export const REHEARSAL_MOVES = [
  'check_account',
  'confirm_receipt',
  'wait',
  'state_same_person',
  'send_back',
  'send_code',
  'report_message',
  'open_dispute',
  'abandon',
] as const satisfies readonly (FraudMove | 'abandon')[]
export type RehearsalMove = (typeof REHEARSAL_MOVES)[number]

export type RehearsalRule = {
  scenario: RehearsalScenario
  from: RehearsalStep
  move: RehearsalMove
  to: RehearsalStep | RehearsalEnd
}

const SCRIPTS: Readonly<
  Record<RehearsalScenario, Partial<Record<RehearsalStep, Partial<Record<RehearsalMove, RehearsalRule['to']>>>>>
> = {
  fake_receipt: {
    claim: { check_account: 'account', confirm_receipt: 'lost' },
    account: { wait: 'pressure', open_dispute: 'passed', confirm_receipt: 'lost' },
    pressure: { open_dispute: 'passed', confirm_receipt: 'lost' },
  },
  other_payer: {
    claim: { check_account: 'account', confirm_receipt: 'lost' },
    account: { open_dispute: 'passed', state_same_person: 'lost', confirm_receipt: 'lost' },
  },
  overpayment: {
    claim: { check_account: 'account', confirm_receipt: 'lost' },
    account: { open_dispute: 'passed', send_back: 'lost', confirm_receipt: 'lost' },
  },
  false_support: {
    claim: { report_message: 'pressure', check_account: 'account', send_code: 'lost', confirm_receipt: 'lost' },
    account: { open_dispute: 'passed', send_code: 'lost', confirm_receipt: 'lost' },
    pressure: { check_account: 'account', open_dispute: 'passed', send_code: 'lost', confirm_receipt: 'lost' },
  },
}

export const REHEARSAL_RULES: readonly RehearsalRule[] = REHEARSAL_SCENARIOS.flatMap((scenario) =>
  REHEARSAL_STEPS.flatMap((from) => {
    const moves = SCRIPTS[scenario][from]
    return moves
      ? [...rulesOf(scenario, from, moves), { scenario, from, move: 'abandon' as const, to: 'abandoned' as const }]
      : []
  }),
)

function rulesOf(
  scenario: RehearsalScenario,
  from: RehearsalStep,
  moves: Partial<Record<RehearsalMove, RehearsalRule['to']>>,
): RehearsalRule[] {
  return Object.entries(moves).map(([move, to]) => ({ scenario, from, move: move as RehearsalMove, to }))
}

/** Where a move leads; null where it is not one of this step. */
export function rehearsalStepAfter(
  scenario: RehearsalScenario,
  from: RehearsalStep | RehearsalEnd,
  move: RehearsalMove,
): RehearsalRule['to'] | null {
  return (
    REHEARSAL_RULES.find((rule) => rule.scenario === scenario && rule.from === from && rule.move === move)?.to ?? null
  )
}

/** The moves of a step, in the order of their buttons. */
export function rehearsalMovesOf(scenario: RehearsalScenario, step: RehearsalStep | RehearsalEnd): RehearsalMove[] {
  const open = REHEARSAL_RULES.filter((rule) => rule.scenario === scenario && rule.from === step)
  return REHEARSAL_MOVES.filter((move) => open.some((rule) => rule.move === move))
}
