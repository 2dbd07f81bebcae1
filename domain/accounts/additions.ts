import { KEYS_MAX } from './api-keys.ts'
import { PASSKEYS_MAX } from './factors.ts'
import { IDENTITY_KINDS } from './sign-in-methods.ts'
import { LIMITS } from '../limits.ts'

/** What can be added to an account for signing in or acting for it, of which its owner is notified by email. */
export const ADDITION_KINDS = [
  'totp',
  'passkey',
  'recovery_codes',
  ...IDENTITY_KINDS,
  'api_key',
  'telegram',
  'team_member',
  'device',
  'password',
] as const
export type AdditionKind = (typeof ADDITION_KINDS)[number]

/** What an account can have of what a reset may remove: an authenticator app, recovery codes, passkeys, identities, keys, a Telegram chat, team members. */
export const ADDITIONS_MAX = 3 + PASSKEYS_MAX + IDENTITY_KINDS.length + KEYS_MAX + LIMITS.team_members
