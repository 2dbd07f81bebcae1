const TAG_LENGTH = 8

/** The part of an authorization request's state, or of a wallet's nonce, that distinguishes its cookie from those of other tabs. */
export function tagOf(stateOrNonce: string): string {
  return stateOrNonce.slice(0, TAG_LENGTH)
}

/** Whether `tagOf` could have made it: it becomes part of a cookie's name. */
export function isTag(text: string): boolean {
  return /^[A-Za-z0-9_-]{8}$/.test(text)
}
