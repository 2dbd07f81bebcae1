import { IDENTITY_KINDS } from './identities.ts'

/** What can be added to an account for signing in or acting for it, of which its owner is notified by email. */
export const ADDITION_KINDS = [
  'totp',
  'passkey',
  'recovery_codes',
  ...IDENTITY_KINDS,
  'api_key',
  'device',
  'password',
] as const
export type AdditionKind = (typeof ADDITION_KINDS)[number]
