/** Apart from what staff may do: every page reads the roles of its user. */
export const STAFF_ROLES = ['arbiter', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]
