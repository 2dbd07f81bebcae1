/** An address of this site, from its slash on. "//evil.example" and "/\evil.example" are not ours. */
export const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}\p{Cs}]*$/u

/** Where `?next=` leads: an address of this site, or `otherwise`. */
export function ownPath(next: string | null, otherwise: string): string {
  return next !== null && OWN_PATH.test(next) ? next : otherwise
}
