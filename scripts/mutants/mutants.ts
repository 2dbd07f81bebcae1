import { AUTHENTICATION } from './authentication.ts'
import { FURTHER } from './further.ts'
import { KEYS_AND_LIMITS } from './keys-and-limits.ts'
import type { Mutant } from './mutant.ts'
import { PASSWORDS } from './passwords.ts'
import { SESSIONS } from './sessions.ts'
import { TOKENS } from './tokens.ts'

/** In the order of docs/security-controls.md. */
export const MUTANTS: readonly Mutant[] = [
  ...PASSWORDS,
  ...AUTHENTICATION,
  ...SESSIONS,
  ...TOKENS,
  ...FURTHER,
  ...KEYS_AND_LIMITS,
]
