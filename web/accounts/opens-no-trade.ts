import type { SessionState } from './session.ts'

/** Whether the server refuses every trade of the reader. Apart from the session's file, which the landing page loads first. */
export function opensNoTrade({ user, actingFor }: Pick<SessionState, 'user' | 'actingFor'>): boolean {
  return Boolean(actingFor || user?.suspension || user?.roles.includes('arbiter'))
}
