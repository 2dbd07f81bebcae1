/** The cookie of a sign-in that waits for its second step: proof of the first, and nothing else. */
import { passingCookie } from './passing-cookie.ts'

/** As long as the token in it lives. */
export const CHALLENGE_COOKIE_MINUTES = 10

export const challengeCookie = passingCookie('challenge', CHALLENGE_COOKIE_MINUTES, 'strict')
