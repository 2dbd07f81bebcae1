/** Web push (RFC 8030): what the server accepts as a browser's subscription. */

export const PUSH_ENDPOINT_MAX = 1000
/** An uncompressed point of P-256 (RFC 8291), and 16 random bytes, both in base64url. */
export const PUSH_P256DH_PATTERN = /^[A-Za-z0-9_-]{87}$/
export const PUSH_AUTH_PATTERN = /^[A-Za-z0-9_-]{22}$/

/** How long a push service keeps a message for a browser that is offline; one about a deadline at most until then. */
export const PUSH_HOURS = 24
