import { ORIGIN_PLACEHOLDER } from '../../domain/pages.ts'

let known: string | undefined

/**
 * The site's public origin, as the server has written it into the page. Pages are rendered with a placeholder, since a
 * build knows no origin; in development no server replaces it.
 */
export function siteOrigin(): string {
  if (typeof document === 'undefined') return ORIGIN_PLACEHOLDER
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  return (known ??= canonical ? new URL(canonical.href).origin : location.origin)
}
