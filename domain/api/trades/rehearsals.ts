/** The rehearsal: invented trades with a bot, which no API key can play. */
import * as z from 'zod/mini'
import { REHEARSAL_ENDS, REHEARSAL_MOVES, REHEARSAL_SCENARIOS, REHEARSAL_STEPS } from '../../trades/rehearsals.ts'
import { described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import type { Answered } from '../endpoint.ts'

const endpoint = endpointsOf('Limits')

const scenario = named('RehearsalScenario', z.enum(REHEARSAL_SCENARIOS), 'The fraud that the bot tries.')
const move = named('RehearsalMove', z.enum(REHEARSAL_MOVES))
const step = named(
  'RehearsalStep',
  z.enum([...REHEARSAL_STEPS, ...REHEARSAL_ENDS]),
  'Where the script is; `passed`, `lost` and `abandoned` are ends.',
)

const rehearsal = named(
  'Rehearsal',
  z.object({
    id,
    scenario,
    step,
    steps: described(
      listOf(z.enum(REHEARSAL_STEPS), REHEARSAL_STEPS.length),
      'The steps so far, the first one first; the end is not among them.',
    ),
    lastMove: z.nullable(move),
    moves: described(listOf(move, REHEARSAL_MOVES.length), 'The moves that are possible now; empty at the end.'),
    startedAt: moment,
  }),
  'An attempt at a scenario. It is no trade: nothing is locked, paid or released.',
)
export type Rehearsal = z.infer<typeof rehearsal>

export const rehearsals = named(
  'Rehearsals',
  z.object({
    hasRehearsed: described(z.boolean(), 'Whether every scenario was passed, which raises the lowest tier.'),
    scenarios: listOf(
      z.object({
        scenario,
        isPassed: z.boolean(),
        latest: described(z.nullable(rehearsal), 'The latest attempt; null before the first.'),
      }),
      REHEARSAL_SCENARIOS.length,
    ),
  }),
)

export const listRehearsals = endpoint({
  method: 'GET',
  path: '/api/rehearsals',
  summary: 'List the scenarios of the rehearsal, with your latest attempts',
  response: rehearsals,
})
export type Rehearsals = Answered<typeof listRehearsals>

export const startRehearsal = endpoint({
  method: 'POST',
  path: '/api/rehearsals',
  summary: 'Create an attempt at a scenario, which replaces the last one',
  description: 'An attempt that is not at its end is returned as it is.',
  needsIdempotencyKey: true,
  body: z.strictObject({ scenario }),
  response: rehearsal,
  statuses: [201],
})

export const moveRehearsal = endpoint({
  method: 'POST',
  path: '/api/rehearsals/:rehearsalId/moves',
  summary: 'Create a move in a rehearsal',
  description: 'The server decides where it leads.',
  needsIdempotencyKey: true,
  params: z.strictObject({ rehearsalId: id }),
  body: z.strictObject({ move, seenStep: described(step, 'The step you know: from another one nothing moves.') }),
  response: rehearsal,
  errors: ['not_found', 'rehearsal_moved_on'],
})
