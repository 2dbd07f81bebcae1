/** A path on this site. "//evil.example" and "/\evil.example" lead to other sites. */
export const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}\p{Cs}]*$/u

/** The target of `?next=`: a path on this site, or `otherwise`. */
export function ownPath(next: string | null, otherwise: string): string {
  return next !== null && OWN_PATH.test(next) ? next : otherwise
}
