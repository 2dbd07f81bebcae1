/** The roles of team members, which every page reads in the session (decisions: Teams). */

/** What a member may do for the owner: write in chats, manage offers, confirm payments. None of them includes another. */
export const TEAM_ROLES = ['chat', 'offers', 'release'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]

/** The moves of a trade that a member can make for the owner, with the role that each needs. The database holds the same rows. */
export const TEAM_MOVES = {
  confirm_receipt: 'release',
  extend_payment_window: 'release',
} as const satisfies Partial<Record<string, TeamRole>>
