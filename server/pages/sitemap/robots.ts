import type { Config } from '../../config.ts'

/**
 * robots.txt. The API is not excluded, since pages read from it when a search engine runs their scripts; its answers are
 * not listed because of X-Robots-Tag. A demonstration, whose offers are invented, keeps robots out.
 */
export function robotsText({ demo, publicUrl }: Pick<Config, 'demo' | 'publicUrl'>): string {
  if (demo) return 'User-agent: *\nDisallow: /\n'
  return `User-agent: *\nDisallow:\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}
