/** `key` is a program of the seller, `member` acts for the seller, and `leaver` is whom calls that end an account are about. */
export const ACTORS = ['visitor', 'seller', 'buyer', 'stranger', 'leaver', 'arbiter', 'admin', 'member', 'key'] as const
export type ActorName = (typeof ACTORS)[number]
