import type { Secrets } from '../config.ts'
import type { Db } from '../db/pool.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import type { RateLimits } from '../http/rate-limits/rate-limits.ts'
import type { Passwords } from './passwords.ts'

/** What the verbs of accounts, sign-in and registration work with. `secrets` key the hashes of codes. */
export type AccountServices = { db: Db; passwords: Passwords; limits: RateLimits; secrets: Secrets; keyring: Keyring }
