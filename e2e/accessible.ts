/** The accessibility and layout checks of every page. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { isPhone } from './layout.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const CONTRAST = 'color-contrast'
export const COLOURS = ['light', 'dark'] as const
const DIRECTIONS = ['ltr', 'rtl'] as const
/**
 * One check of each page has all of these widths: in every-page.story.ts or places.story.ts, and for staff, disputes and dialogs in
 * their own stories. The other checks have three, on a phone those of phones.
 */
export const EVERY_WIDTH: readonly number[] = [320, 390, 768, 820, 1280, 1440, 2560]
const WIDTHS = [320, 768, 1280]
const PHONE_WIDTHS = [320, 390]

type Look = { without?: string[]; colours?: readonly (typeof COLOURS)[number][] }

/**
 * The page has no violation of the accessibility rules now. `colours` are those in which the contrast is computed, which takes half of
 * the time: web/theme.test.ts proves every pair of colours, so one check of each page has light ones, and a sample is in both.
 * `without` names rules that do not apply, with the reason beside the call.
 */
export async function expectAccessible(page: Page, { without = [], colours = [] }: Look = {}): Promise<void> {
  expect(await page.evaluate(() => document.compatMode), 'the HTML begins with its document type').toBe('CSS1Compat')
  for (const colorScheme of COLOURS) {
    const hasContrast = colours.includes(colorScheme)
    if (colorScheme === 'dark' && !hasContrast) continue
    await page.emulateMedia({ colorScheme })
    await settle(page, colorScheme)
    await keepShot(page, colorScheme)
    const rules = { tags: TAGS, without: hasContrast ? without : [...without, CONTRAST] }
    const found = await violationsOf(page, colorScheme === 'light' ? rules : { rules: [CONTRAST] })
    expect(found, `${page.url()} in ${colorScheme} colours`).toEqual([])
  }
}

type Checks = { tags?: string[]; rules?: string[]; without?: string[] }

/** The violations that axe finds. Its script is put into a page once; only violations are computed in full, which halves the time. */
async function violationsOf(page: Page, { tags = [], rules = [], without = [] }: Checks): Promise<unknown[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ([type, values, disabled]) => {
      // The focus guards of Base UI only pass the focus on and never keep it.
      const context = { exclude: [['[data-base-ui-focus-guard]']] }
      const { violations } = await window.axe.run(context, {
        runOnly: { type, values },
        rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
        iframes: false,
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
      )
    },
    [tags.length > 0 ? 'tag' : 'rule', tags.length > 0 ? tags : rules, without] as const,
  )
}

declare global {
  // oxlint-disable-next-line no-var -- only var declares a property of the window
  var axe: typeof import('axe-core')
}

/** Waits for colour transitions to end: a colour in transition is neither of its two values. */
async function settle(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction(
    (isDark) => document.documentElement.classList.contains('dark') === isDark,
    colorScheme === 'dark',
  )
  await page.evaluate(async () => {
    // An animation that follows the scroll position has another timeline and no end.
    const passing = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, timeline }) =>
            timeline === document.timeline && effect?.getComputedTiming().iterations !== Infinity,
        )
    // The end of one may start another: an inherited colour follows its parent's.
    do {
      await Promise.allSettled(passing().map((each) => each.finished))
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    } while (passing().length > 0)
  })
}

/** No element is wider than the screen at these widths, in both directions. Checked by the desktop project only. */
export async function expectToFit(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  if (!isPhone(page)) await expectToFitIn(page, DIRECTIONS, widths)
}

/** Same, for a page that is visited in a language of either direction, in every project. */
export async function expectToFitInOwnDirection(
  page: Page,
  widths: readonly number[] = isPhone(page) ? PHONE_WIDTHS : WIDTHS,
): Promise<void> {
  const direction = await page.evaluate(() => document.documentElement.dir)
  await expectToFitIn(page, [direction], widths)
}

/** Same, on phones only. */
export async function expectToFitPhones(page: Page): Promise<void> {
  const direction = await page.evaluate(() => document.documentElement.dir)
  await expectToFitIn(page, [direction], PHONE_WIDTHS)
}

/** A laptop of 1280 x 1024 at 200 % and at 400 %. */
const ZOOMED = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
]

/** The page follows the accessibility rules, also where the system forces its colours, and fits at 200 % and 400 %. */
export async function expectUsable(page: Page): Promise<void> {
  const former = page.viewportSize()!
  await expectAccessible(page)
  await page.emulateMedia({ forcedColors: 'active' })
  // The browser follows the change of the system's setting some time later.
  await expect.poll(() => page.getByRole('button').filter({ visible: true }).evaluateAll(withoutEdge)).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
  const direction = await page.evaluate(() => document.documentElement.dir)
  for (const size of ZOOMED) {
    await page.setViewportSize(size)
    await expectNothingWider(page, [direction])
  }
  await page.setViewportSize(former)
  // The resized window has left it behind, and is laid out some time after its size has changed.
  await expect.poll(() => page.evaluate(showFocused, former.width), 'the focused element is in sight again').toBe(true)
}

/** In the page, of a window that has this width again: scrolls the focused element into view, and whether it stays there. */
async function showFocused(width: number): Promise<boolean> {
  const focused = document.activeElement
  if (innerWidth !== width || !focused) return false
  focused.scrollIntoView({ block: 'center' })
  const { top } = focused.getBoundingClientRect()
  for (let frame = 0; frame < 10; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
  return innerWidth === width && Math.abs(focused.getBoundingClientRect().top - top) < 1
}

/** In the page: the buttons with words that neither a border nor an underline shows as buttons where fills are not drawn. */
function withoutEdge(buttons: Element[]): string[] {
  return buttons
    .filter((button) => {
      const { borderTopStyle, borderTopWidth, textDecorationLine } = getComputedStyle(button)
      const hasEdge = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0
      return /\p{L}/u.test(button.textContent ?? '') && !hasEdge && !textDecorationLine.includes('underline')
    })
    .map((button) => button.outerHTML.slice(0, 200))
}

async function expectToFitIn(page: Page, directions: readonly string[], widths: readonly number[]): Promise<void> {
  const former = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectNothingWider(page, directions)
  }
  if (former) await page.setViewportSize(former)
}

async function expectNothingWider(page: Page, directions: readonly string[]): Promise<void> {
  await expect
    .poll(() => page.evaluate(widerThanScreen, directions), {
      message: `${page.url()}, ${page.viewportSize()?.width} px`,
      intervals: [50, 100],
      timeout: 4000,
    })
    .toEqual([])
}

/** The elements that are wider than the screen, in each direction; the page is restored afterwards. */
async function widerThanScreen(directions: readonly string[]): Promise<string[]> {
  const root = document.documentElement
  const { dir } = root
  const found: string[] = []
  for (const direction of directions) {
    root.dir = direction
    // Values that scripts measure follow the direction one or two frames later.
    for (let frame = 0; frame < 10 && root.scrollWidth > root.clientWidth; frame++) {
      await new Promise((drawn) => requestAnimationFrame(drawn))
    }
    const { scrollWidth, clientWidth } = root
    if (scrollWidth <= clientWidth) continue
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > clientWidth + 0.5 || left < -0.5)
    })
    found.push(
      `${direction}: ${scrollWidth} of ${clientWidth} px`,
      ...wide.slice(0, 4).map((element) => element.outerHTML.slice(0, 160)),
    )
  }
  root.dir = dir
  return found
}

/** Saves a screenshot of the page when E2E_SHOTS names a folder. */
async function keepShot(page: Page, colours: string): Promise<void> {
  const folder = process.env.E2E_SHOTS
  if (!folder) return
  const { pathname } = new URL(page.url())
  const name = `${pathname.replaceAll('/', '_')}-${page.viewportSize()?.width}-${colours}-${Date.now()}`
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
