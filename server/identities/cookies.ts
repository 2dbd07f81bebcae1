import { AUTHORIZATION_MINUTES, PENDING_SIGN_UP_MINUTES } from '../../domain/identities.ts'
import { passingCookie } from '../http/passing-cookie.ts'
import type { PassingCookie } from '../http/passing-cookie.ts'

/** Whom another service has vouched for, while they choose a name. */
export const pendingSignUpCookie = passingCookie('pending_sign_up', PENDING_SIGN_UP_MINUTES, 'strict')

const TAG_LENGTH = 8

/** What of a departure's state tells its cookie from those of other tabs. */
export function tagOf(state: string): string {
  return state.slice(0, TAG_LENGTH)
}

/** Whether it is one that `tagOf` makes: it becomes a part of a cookie's name. */
export function isTag(text: string): boolean {
  return /^[A-Za-z0-9_-]{8}$/.test(text)
}

/** Ties the person who comes back from another service to the browser that left for it; one for each departure. */
export function authorizationCookie(tag: string): PassingCookie {
  return passingCookie(`flow_${tag}`, AUTHORIZATION_MINUTES, 'lax')
}
