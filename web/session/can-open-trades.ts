import { refusalOfUser, type SessionState } from './session.ts'

/**
 * Whether the reader may open trades, if need be after signing in. In a file of its own, since the first scripts of the landing page have no use
 * for it.
 */
export function canOpenTrades({ user, actingFor }: Pick<SessionState, 'user' | 'actingFor'>): boolean {
  return !actingFor && refusalOfUser(user) === null
}
