/** Who is signed in, where, and how they get in and out. */
import * as z from 'zod/mini'
import { passwordChangeSchema, registrationSchema, signInSchema } from '../accounts.ts'
import { LANGUAGES } from '../languages.ts'
import { endpoint, id, moment, nothing } from './endpoint.ts'

const person = z.object({
  id,
  username: z.string(),
  email: z.string(),
  language: z.enum(LANGUAGES),
  memberSince: moment,
})
export type Person = z.infer<typeof person>

const session = z.object({ user: z.nullable(person) })
export type Session = z.infer<typeof session>

const openSession = z.object({
  id,
  /** Null for what the browser does not say in words we know. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  isCurrent: z.boolean(),
  signedInAt: moment,
  /** Exact to five minutes. */
  lastSeenAt: moment,
})
export type OpenSession = z.infer<typeof openSession>

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in',
  isPublic: true,
  response: session,
})

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Create an account and sign in',
  isPublic: true,
  needsKey: true,
  body: registrationSchema,
  response: session,
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/sign-in',
  summary: 'Sign in with email and password',
  isPublic: true,
  body: signInSchema,
  response: session,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/sign-out',
  summary: 'End this session',
  isPublic: true,
  body: nothing,
  response: session,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/password',
  summary: 'Change the password; every other session ends',
  body: passwordChangeSchema,
  response: session,
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  summary: 'Where one is signed in, this session first',
  response: z.object({ sessions: z.array(openSession) }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  summary: 'Sign out one session of one’s own',
  needsKey: true,
  params: z.strictObject({ sessionId: id }),
  response: z.object({ ended: z.int() }),
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end-others',
  summary: 'Sign out everywhere but here',
  needsKey: true,
  body: nothing,
  response: z.object({ ended: z.int() }),
})
