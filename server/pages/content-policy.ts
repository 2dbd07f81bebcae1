/** The content security policy of a page. */
import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*\stype="application\/json")[^>]*>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g

/**
 * Allows the page's own inline scripts and styles, each by its hash, and no style attribute: scripts set styles by property.
 * An inline element is whole in one of the pieces, or it is the page's style sheet.
 */
export function policyFor(pieces: readonly string[], ...styleSheets: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes(textsIn(pieces, INLINE_SCRIPT))].join(' '),
    ["style-src 'self'", ...hashes([...styleSheets, ...textsIn(pieces, INLINE_STYLE)])].join(' '),
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No script may turn a string into HTML or into a script, but for what web/layout/document/trusted-types.ts lets React do.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

function textsIn(pieces: readonly string[], elements: RegExp): string[] {
  return pieces.flatMap((piece) => [...piece.matchAll(elements)].map(([, text = '']) => text))
}

function hashes(texts: readonly string[]): Set<string> {
  return new Set(texts.map(hashOf))
}

/** The scripts and styles of a build are few, and rendered with every page. */
const known = new Map<string, string>()
const KNOWN_MAX = 200

function hashOf(text: string): string {
  const found = known.get(text)
  if (found !== undefined) return found
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (known.size < KNOWN_MAX) known.set(text, hash)
  return hash
}
