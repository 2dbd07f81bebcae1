import type { SessionState } from './session.ts'

/** Whether the server refuses every trade of the reader. */
export function opensNoTrade({ user, actingFor }: Pick<SessionState, 'user' | 'actingFor'>): boolean {
  return Boolean(actingFor || user?.suspension)
}
