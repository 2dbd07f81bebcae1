/** In a file of its own, so that the event stream loads nothing else of this folder. */
export const notificationsKey = ['notifications'] as const
