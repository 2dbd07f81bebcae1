import { FLOW_MINUTES, NEWCOMER_MINUTES } from '../../../domain/identities.ts'
import { passingCookie } from '../../http/passing-cookie.ts'

/** Ties the person who comes back from another service to the browser that left for it. */
export const flowCookie = passingCookie('flow', FLOW_MINUTES, 'lax')

/** Whom another service has vouched for, while they choose a name. */
export const newcomerCookie = passingCookie('newcomer', NEWCOMER_MINUTES, 'strict')
