/** Limits of an uploaded picture, of a chat or a profile, before it is re-encoded. */

export const IMAGE_MAX_BYTES = 5 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 25_000_000
