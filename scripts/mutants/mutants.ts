import { ACCOUNTS } from './accounts.ts'
import { AUTHENTICATION } from './authentication.ts'
import { AUTHORIZATION } from './authorization.ts'
import { INPUT } from './input.ts'
import { KEYS_AND_LIMITS } from './keys-and-limits.ts'
import type { Mutant } from './mutant.ts'
import { OPERATION } from './operation.ts'
import { PAGES_AND_FILES } from './pages-and-files.ts'
import { PASSWORDS } from './passwords.ts'
import { PLATFORM } from './platform.ts'
import { SESSIONS } from './sessions.ts'
import { TOKENS } from './tokens.ts'
import { TRADING } from './trading.ts'

/** The chapters in the order of docs/security-controls.md, then the further controls by subject. */
export const MUTANTS: readonly Mutant[] = [
  ...PASSWORDS,
  ...AUTHENTICATION,
  ...SESSIONS,
  ...TOKENS,
  ...AUTHORIZATION,
  ...INPUT,
  ...PAGES_AND_FILES,
  ...OPERATION,
  ...ACCOUNTS,
  ...TRADING,
  ...PLATFORM,
  ...KEYS_AND_LIMITS,
]
