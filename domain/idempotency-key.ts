/** How many characters an Idempotency-Key has. */
export const IDEMPOTENCY_KEY_LENGTH = { min: 16, max: 64 } as const
