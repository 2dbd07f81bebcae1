import type { KeyScope } from '../../domain/accounts/api-keys.ts'
import type { Language } from '../../domain/languages.ts'
import type { StaffRole } from '../../domain/staff/staff-roles.ts'
import type { TeamRole } from '../../domain/accounts/team-roles.ts'

/** The user who makes a request, taken from the session or the API key and never from a body. */
export type Viewer = {
  id: string
  username: string
  /** The address of the user's picture. */
  avatar: string | null
  email: string
  /** The email was verified. */
  isVerified: boolean
  /** When the mail server of this address last refused an email for good; null where it takes them. */
  emailRefusedAt: Date | null
  language: Language
  memberSince: Date
  /** Since when staff have suspended the user, and why; both null otherwise. */
  suspendedAt: Date | null
  suspensionReason: string | null
  /** Staff roles; none for an API key. */
  roles: readonly StaffRole[]
  /** For an API key this is the key's id, which no session has. */
  sessionId: string
  /** The stored hash of the token that was presented. Re-authentication gives the session another token. */
  tokenHash: string
  /** The scopes of the API key; null in a browser. */
  key: { scopes: readonly KeyScope[] } | null
  /** The team's owner for whom the session acts, seen from the session's own user; null while that user acts for no one else. */
  actingFor: ActingFor | null
  /** The session's user, where the viewer is the owner in whose name a team member acts; else null. */
  member: TeamActor | null
}

/** The owner of a team, as the member's session names them. */
export type ActingFor = {
  id: string
  username: string
  avatar: string | null
  isVerified: boolean
  memberSince: Date
} & {
  roles: readonly TeamRole[]
}

export type TeamActor = { id: string; username: string; roles: readonly TeamRole[] }

/** The id of the API key that makes the request; null in a browser. */
export function keyIdOf({ key, sessionId }: Viewer): string | null {
  return key && sessionId
}

/** The owner as the viewer of a member's call. No address, no staff role and no setting of the owner comes with it. */
export function viewerActing(own: Viewer, { roles, ...owner }: ActingFor): Viewer {
  const { email, emailRefusedAt, language, sessionId, tokenHash, isVerified } = own
  return {
    ...owner,
    isVerified: owner.isVerified && isVerified,
    // Of the session's user, as are the session and its token: nothing is mailed to the owner by it.
    email,
    emailRefusedAt,
    language,
    sessionId,
    tokenHash,
    // The verbs ask for the owner's suspension by id.
    suspendedAt: null,
    suspensionReason: null,
    roles: [],
    key: null,
    actingFor: null,
    member: { id: own.id, username: own.username, roles },
  }
}

/** `token` is the value of the session cookie. */
export type SignedIn = { token: string; viewer: Viewer }
