/** People, their passwords and their sessions: all that the rest of the server knows of signing in. */
import type {
  CodeSignInInput,
  PasswordChangeInput,
  PasswordResetInput,
  RegistrationInput,
  SignInInput,
} from '../../domain/accounts.ts'
import type { Viewer } from '../context.ts'
import type { Db, Tx } from '../db/pool.ts'
import { changePassword } from './change-password.ts'
import type { Device } from '../sessions/device.ts'
import { endSessionOf } from '../sessions/end-sessions.ts'
import { extendSession } from '../sessions/extend-session.ts'
import type { SignInResult, AccountSignIn } from '../sign-in/complete-sign-in.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { createPasswords } from './passwords.ts'
import type { Passwords } from './passwords.ts'
import { sendReauthenticationCode, attemptReauthenticationCode } from '../sign-in/reauthentication-code.ts'
import { findPasswordHash, findSession } from './queries.ts'
import { confirmRegistration } from '../registration/confirm-registration.ts'
import { storeRegistration, register, resendRegistrationCode } from '../registration/register.ts'
import type { Registration, Waiting } from '../registration/register.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { hashToken, readSignedToken, signToken } from '../sessions/session-token.ts'
import { sendSignInCode, signInWithCode } from '../sign-in/sign-in-with-code.ts'
import { signIn } from '../sign-in/sign-in-with-password.ts'

/** Where a session is opened from; browser and system are shown to its owner. */
export type Client = { ipAddress: string; userAgent: string; device: Device }

/** `token` is the value of the browser's session cookie. */
export type SignedIn = { token: string; viewer: Viewer }

/** What the ways in work with. `secret` keys the hashes of codes. */
export type Setup = { db: Db; passwords: Passwords; limits: RateLimits; secret: string }

export type Accounts = {
  /** Takes a registration and mails its code. Refuses with `username_taken`, `rate_limited` or `busy`. */
  register(input: RegistrationInput, client: Client): Promise<Waiting>
  /** The same for who brings something else to sign in with. Refuses with `username_taken` or `rate_limited`. */
  storeRegistration(registration: Registration, client: Client): Promise<Waiting>
  /** Mails another code for it. Refuses with `registration_expired` or `rate_limited`. */
  resendRegistrationCode(token: string | null, client: Client): Promise<void>
  /** Makes its account, which is signed in. Refuses with `code_wrong`, `registration_expired`, `username_taken` or `email_taken`. */
  confirmRegistration(token: string | null, code: string, client: Client): Promise<AccountSignIn>
  /** The way in with a password. Refuses with `credentials_wrong` or `busy`. */
  signIn(input: SignInInput, client: Client): Promise<SignInResult>
  /** Mails a code; the answer is its id. Refuses with `rate_limited`. */
  sendSignInCode(email: string, client: Client): Promise<string>
  /** The way in with that code. Refuses with `code_wrong` or `rate_limited`. */
  signInWithCode(input: CodeSignInInput, client: Client): Promise<SignInResult>
  /** Mails a link for a new password. Refuses with `rate_limited`. */
  forgotPassword(email: string, client: Client): Promise<void>
  /** Takes that link. Refuses with `link_invalid` or `busy`. */
  resetPassword(input: PasswordResetInput, client: Client): Promise<void>
  /** Ends every session of the person and opens a new one. Refuses with `password_wrong` or `busy`. */
  changePassword(viewer: Viewer, input: PasswordChangeInput, client: Client): Promise<SignedIn>
  /** Ends the session, if there is one. */
  signOut(token: string): Promise<void>
  /** Whether this is the person's password. Refuses with `busy`. */
  isPassword(userId: string, password: string): Promise<boolean>
  /** Mails a code for a proof in this session; the answer is its id. Refuses with `reauthentication_required` or `rate_limited`. */
  sendReauthenticationCode(tx: Tx, viewer: Viewer): Promise<string>
  /** Whether it is that code; uses up one of its tries, not the code itself. Refuses with `rate_limited`. */
  attemptReauthenticationCode(tx: Tx, viewer: Viewer, input: { codeId: string; code: string }): Promise<boolean>
  /** The value of the cookie for a session's token. */
  cookieOf(token: string): string
  /** The person of a session that was just opened, and its cookie's value. */
  signedIn(opened: string): Promise<SignedIn>
  /** The person of a living session: seven days without use or thirty in all end it. */
  findViewer(token: string): Promise<Viewer | null>
}

type Parts = { db: Db; secret: string; limits: RateLimits }

/** `secret` signs the session cookies; another one signs everybody out. */
export function createAccounts({ db, secret, limits }: Parts): Accounts {
  const passwords = createPasswords()
  const setup: Setup = { db, passwords, limits, secret }

  async function findViewer(token: string): Promise<Viewer | null> {
    const opened = readSignedToken(token, secret)
    const session = opened && (await findSession(db, hashToken(opened)))
    if (!session) return null
    const { isStale, ...person } = session
    const viewer = { ...person, key: null }
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
    signedIn,
    async isPassword(userId, password) {
      const hash = await findPasswordHash(db, userId)
      return hash !== null && passwords.verify({ hash, password })
    },
    sendReauthenticationCode: (tx, viewer) => sendReauthenticationCode(tx, setup, viewer),
    attemptReauthenticationCode: (tx, viewer, input) => attemptReauthenticationCode(tx, setup, viewer, input),
    cookieOf: (token) => signToken(token, secret),
    register: (input, client) => register(setup, input, client),
    storeRegistration: (registration, client) => storeRegistration(setup, registration, client),
    resendRegistrationCode: (token, client) => resendRegistrationCode(setup, token, client),
    confirmRegistration: (token, code, client) => confirmRegistration(setup, token, code, client),
    signIn: (input, client) => signIn(setup, input, client),
    sendSignInCode: (email, client) => sendSignInCode(setup, email, client),
    signInWithCode: (input, client) => signInWithCode(setup, input, client),
    forgotPassword: (email, client) => forgotPassword(setup, email, client),
    resetPassword: (input, client) => resetPassword(setup, input, client),
    changePassword: async (viewer, input, client) => signedIn(await changePassword(setup, viewer, input, client)),
    async signOut(token) {
      const opened = readSignedToken(token, secret)
      if (opened) await endSessionOf(db, hashToken(opened))
    },
  }
}
