/** The current session, which every page reads. */
import * as z from 'zod/mini'
import { SECOND_FACTORS } from '../../accounts/sign-in-methods.ts'
import { STAFF_ROLES } from '../../staff/staff-roles.ts'
import { TEAM_ROLES } from '../../accounts/team-roles.ts'
import { RETRY_HOURS } from '../../notifications/retries.ts'
import { identityKind, language, secondFactor } from './account-values.ts'
import { avatar, described, endpointsOf, id, listOf, moment, named, nothing } from '../endpoint.ts'

const endpoint = endpointsOf('Sessions')

const user = named(
  'User',
  z.object({
    id,
    username: z.string(),
    avatar,
    email: z.string(),
    isVerified: described(z.boolean(), 'The email address was verified: opening trades and creating offers needs it.'),
    emailRefusedAt: described(
      z.nullable(moment),
      `When the mail server of the address last refused an email for good: it gets none about trades for ${RETRY_HOURS} hours. Null where it takes them.`,
    ),
    language,
    memberSince: moment,
    suspension: described(
      z.nullable(z.object({ at: moment, reason: z.string() })),
      'Staff have suspended the account: open trades go on, new ones and active offers are refused. Null otherwise.',
    ),
    roles: described(listOf(z.enum(STAFF_ROLES), STAFF_ROLES.length), 'The staff roles; empty for most users.'),
  }),
)
export type User = z.infer<typeof user>

export const session = named(
  'Session',
  z.object({
    user: described(z.nullable(user), 'Null without a session.'),
    actingFor: described(
      z.optional(z.object({ id, username: z.string(), avatar, roles: listOf(z.enum(TEAM_ROLES), TEAM_ROLES.length) })),
      'The owner of a team for whom the session acts, with the roles of the session’s user; left out: the user acts for no one else.',
    ),
    secondFactor: described(
      z.optional(z.object({ methods: listOf(secondFactor, SECOND_FACTORS.length) })),
      'The sign-in is not complete: one of these methods completes it.',
    ),
    pendingSignUp: described(
      z.optional(z.object({ kind: identityKind })),
      'The identity is verified but has no account yet: a username and the acceptance of the terms complete the sign-up.',
    ),
    registration: described(
      z.optional(z.object({ email: z.string() })),
      'The registration is not complete: the code emailed to this address completes it.',
    ),
    outage: described(
      z.optional(z.object({ startedAt: moment })),
      'The platform has an outage: deadlines stand still and new trades are refused. Left out otherwise.',
    ),
  }),
)
export type Session = z.infer<typeof session>

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Get the current session',
  team: 'self',
  description: 'The user is null for a visitor who is not signed in.',
  isPublic: true,
  response: session,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/sign-out',
  summary: 'End the current session',
  team: 'self',
  isPublic: true,
  body: nothing,
  response: session,
})
