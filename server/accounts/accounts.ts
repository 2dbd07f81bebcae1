/** People, their passwords and their sessions: all that the rest of the server knows of signing in. */
import type { PasswordChangeInput, RegistrationInput, SignInInput } from '../../domain/accounts.ts'
import type { Config } from '../config.ts'
import type { Viewer } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { createAuth } from './auth.ts'
import { changePassword } from './change-password.ts'
import { extendSession } from './extend-session.ts'
import { createPasswords } from './passwords.ts'
import { findSession } from './queries.ts'
import { register } from './register.ts'
import { hashToken, readSignedToken, signToken } from './session-token.ts'
import { signIn } from './sign-in.ts'

/** Where a session is opened from; shown to its owner. */
export type Client = { ipAddress: string; userAgent: string }

/** `token` is the value of the browser's session cookie. */
export type SignedIn = { token: string; viewer: Viewer }

export type Accounts = {
  /**
   * Creates an account and signs it in, once per `key`, the caller's Idempotency-Key. Refuses with
   * `username_taken`, `email_taken`, `idempotency_key_reused` or `busy`. The input is valid already.
   */
  register(input: RegistrationInput, key: string, client: Client): Promise<SignedIn & { isReplay: boolean }>
  /** Opens a new session. Refuses with `credentials_wrong` or `busy`. */
  signIn(input: SignInInput, client: Client): Promise<SignedIn>
  /** Ends every session of the person and opens a new one. Refuses with `password_wrong` or `busy`. */
  changePassword(userId: string, input: PasswordChangeInput, client: Client): Promise<SignedIn>
  /** Ends the session, if there is one. */
  signOut(token: string): Promise<void>
  /** The person of a living session: seven days without use or thirty in all end it. */
  findViewer(token: string): Promise<Viewer | null>
}

/** `secret` signs the session cookies; another one signs everybody out. */
export function createAccounts({ db, config, secret }: { db: Db; config: Config; secret: string }): Accounts {
  const passwords = createPasswords()
  const auth = createAuth({ db, publicUrl: config.publicUrl, secret, passwords })

  async function findViewer(token: string): Promise<Viewer | null> {
    const opened = readSignedToken(token, secret)
    const session = opened && (await findSession(db, hashToken(opened)))
    if (!session) return null
    const { isStale, ...viewer } = session
    if (isStale) await extendSession(db, viewer.sessionId)
    return viewer
  }

  async function signedIn(opened: string): Promise<SignedIn> {
    const token = signToken(opened, secret)
    const viewer = await findViewer(token)
    if (!viewer) throw new Error('a session just made was not found')
    return { token, viewer }
  }

  return {
    findViewer,
    async register(input, key, client) {
      const { token, isReplay } = await register({ db, auth, passwords }, input, key, client)
      return { ...(await signedIn(token)), isReplay }
    },
    async signIn(input, client) {
      return signedIn(await signIn(auth, input, client))
    },
    async changePassword(userId, input, client) {
      return signedIn(await changePassword({ db, auth, passwords }, userId, input, client))
    },
    async signOut(token) {
      const opened = readSignedToken(token, secret)
      if (opened) await (await auth.$context).internalAdapter.deleteSession(opened)
    },
  }
}
