import type { KeyScope } from '../../domain/api-keys.ts'
import type { Language } from '../../domain/languages.ts'
import type { StaffRole } from '../../domain/staff.ts'

/** The user who makes a request, taken from the session or the API key and never from a body. */
export type Viewer = {
  id: string
  username: string
  /** The address of the user's picture. */
  avatar: string | null
  email: string
  /** The email was verified. */
  isVerified: boolean
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
}

/** `token` is the value of the session cookie. */
export type SignedIn = { token: string; viewer: Viewer }
