/** Pictures of screens that are the same in every run: fixed answers and clock, the page's own fonts, nothing in motion. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type BrowserContext, type Page, type Route } from '@playwright/test'
import sharp from 'sharp'
import type { Language } from '../../domain/languages.ts'
import { inLanguage } from '../catalogue.ts'
import { NOW, type Screen } from './answers.ts'
import { endpointAt, exampleOf } from './examples.ts'

const CLIENT = fileURLToPath(new URL('../../build/client/', import.meta.url))

export type Look = { language: Language; colours: 'light' | 'dark'; size: { width: number; height: number } }

/** Opens a screen and waits until it has all its data and fonts. */
export async function openScreen(page: Page, screen: Screen, { language, colours, size }: Look): Promise<void> {
  await page.unrouteAll()
  await page.route('**/*', (route) => respond(route, screen))
  await page.clock.setFixedTime(NOW)
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' })
  await page.goto(inLanguage(language, screen.path))
  await expect.poll(() => page.evaluate(isComplete), { intervals: [20, 50, 100] }).toBe(true)
  if (screen.late !== undefined) await page.locator(screen.late).first().waitFor({ state: 'attached' })
  if (screen.part !== undefined) await page.locator(screen.part).evaluate((part) => part.scrollIntoView())
}

/** The visible part of the page, in a palette: a fifth of the size of a picture in full colours. */
export async function pictureOf(page: Page): Promise<Buffer> {
  let former: Buffer | undefined
  for (;;) {
    const shot = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
    // What loads when the page is idle may still be drawn: two pictures in a row must agree.
    if (former?.equals(shot)) break
    former = shot
  }
  return sharp(former).png({ palette: true, colours: 256, dither: 0, effort: 4, compressionLevel: 9 }).toBuffer()
}

/** The fonts of the visible text that the site does not bring along: another machine may not have them. */
export async function foreignFonts(context: BrowserContext, page: Page): Promise<string[]> {
  const session = await context.newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'body' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName)
}

async function respond(route: Route, screen: Screen): Promise<void> {
  const request = route.request()
  const { pathname } = new URL(request.url())
  if (request.resourceType() === 'document')
    return route.fulfill({ contentType: 'text/html', body: await htmlOf(pathname) })
  if (!pathname.startsWith('/api/')) return route.continue()
  const endpoint = endpointAt(request.method(), pathname)
  // The stream of events stays silent.
  if (!endpoint || endpoint.events) return
  const own = screen.answers.findLast((each) => each.endpoint === endpoint)
  return route.fulfill({ json: own ? own.body : exampleOf(endpoint), status: endpoint.statuses?.[0] ?? 200 })
}

/** The page as the build wrote it, without data. A font that comes late is waited for: otherwise the page would do without. */
async function htmlOf(pathname: string): Promise<string> {
  const [, first = ''] = pathname.split('/')
  const folder = ['fr', 'ar'].includes(first) ? `${CLIENT}${first}/` : CLIENT
  const own = await readFile(`${CLIENT}${pathname.slice(1)}/index.html`, 'utf8').catch(() => null)
  const html = own ?? (await readFile(`${folder}__spa-fallback.html`, 'utf8'))
  return html.replaceAll('font-display:optional', 'font-display:block')
}

/** In the page: nothing is loading, and every font that the text needs is there. */
async function isComplete(): Promise<boolean> {
  await document.fonts.ready
  const isLoading = document.querySelector('main .animate-pulse, main [aria-busy=true]') !== null
  const images = [...document.images].every((image) => image.complete)
  return (
    document.querySelector('main h1')?.checkVisibility() === true &&
    !isLoading &&
    images &&
    document.fonts.status === 'loaded'
  )
}
