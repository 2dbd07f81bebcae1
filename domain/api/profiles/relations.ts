/** The traders that a user trusts and blocks. Only that user reads them. */
import * as z from 'zod/mini'
import { usernameField } from '../../accounts/usernames.ts'
import { LIMITS } from '../../limits.ts'
import { RELATION_KINDS } from '../../profiles/relations.ts'
import { avatar, described, endpointsOf, listOf, moment, named } from '../endpoint.ts'

const endpoint = endpointsOf('Relations')

const relationKind = named('RelationKind', z.enum(RELATION_KINDS), 'You trust or block the trader.')

export const relation = named(
  'Relation',
  z.object({
    username: z.string(),
    avatar,
    kind: relationKind,
    at: described(moment, 'When you trusted or blocked the trader.'),
  }),
)
export type Relation = z.infer<typeof relation>

const traderParams = z.strictObject({ username: usernameField })

export const listRelations = endpoint({
  method: 'GET',
  path: '/api/relations',
  summary: 'List the traders you trust and block, the latest first',
  scope: 'read',
  response: z.object({ relations: listOf(relation, LIMITS.relations) }),
})

export const setRelation = endpoint({
  method: 'POST',
  path: '/api/relations/:username',
  summary: 'Trust or block a trader',
  description:
    'Replaces what you have set before. A trader you block no longer sees your offers when signed in, nor you theirs, and neither of you can open a trade with the other; open trades continue. Trusted traders see your offers for trusted traders. The trader is not notified.',
  scope: 'offers',
  needsIdempotencyKey: true,
  params: traderParams,
  body: z.strictObject({ kind: relationKind }),
  response: relation,
  errors: ['not_found', 'relation_with_yourself', 'relations_limit'],
})

export const removeRelation = endpoint({
  method: 'DELETE',
  path: '/api/relations/:username',
  summary: 'No longer trust or block a trader',
  scope: 'offers',
  needsIdempotencyKey: true,
  params: traderParams,
  response: z.object({ removed: z.boolean() }),
  errors: ['not_found'],
})
