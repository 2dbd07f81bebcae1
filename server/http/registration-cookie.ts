/** The cookie of a registration that waits for its code. */
import { REGISTRATION_MINUTES } from '../../domain/accounts.ts'
import { passingCookie } from './passing-cookie.ts'

export const registrationCookie = passingCookie('registration', REGISTRATION_MINUTES, 'strict')
