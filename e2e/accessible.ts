/** What every page must be, whoever looks and on whatever screen. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isPhone } from './layout.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDTHS = [320, 390, 768, 1280, 2560]

/**
 * No violation of the accessibility rules as the page stands now. Dark colours are checked for their contrast only: all
 * else is the same page. `without` names rules that do not apply, with the reason beside the call.
 */
export async function expectAccessible(page: Page, { without = [] as string[] } = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settle(page, colorScheme)
    await keepShot(page, colorScheme)
    // Base UI's guards only hand the focus on; nobody ever rests on one.
    const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').setLegacyMode()
    if (colorScheme === 'light') axe.withTags(TAGS).disableRules(without)
    else axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
    )
    expect(found, `${page.url()} in ${colorScheme} colours`).toEqual([])
  }
}

/** Colours change over a moment: what is between two of them is neither. */
async function settle(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction(
    (isDark) => document.documentElement.classList.contains('dark') === isDark,
    colorScheme === 'dark',
  )
  await page.evaluate(async () => {
    const passing = () =>
      document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
    // The end of one may begin another: a colour that is inherited follows its parent's.
    do {
      await Promise.allSettled(passing().map((each) => each.finished))
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    } while (passing().length > 0)
  })
}

/** Nothing sticks out sideways on any screen, whichever way the language is written. Told once, from the wide screen. */
export async function expectToFit(page: Page): Promise<void> {
  if (isPhone(page)) return
  const former = page.viewportSize()
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const message = `${page.url()}, ${direction}, ${width} px`
      await expect
        .poll(() => page.evaluate(widerThanScreen), { message, intervals: [50, 100], timeout: 2000 })
        .toEqual([])
    }
  }
  await page.evaluate(() => (document.documentElement.dir = 'ltr'))
  if (former) await page.setViewportSize(former)
}

/** The elements a page's sideways scrolling comes from. */
function widerThanScreen(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const sticking = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && (right > clientWidth + 0.5 || left < -0.5)
  })
  return [
    `${scrollWidth} of ${clientWidth} px`,
    ...sticking.slice(0, 4).map((element) => element.outerHTML.slice(0, 160)),
  ]
}

/** Keeps a picture of the page when E2E_SHOTS names a folder. */
async function keepShot(page: Page, colours: string): Promise<void> {
  const folder = process.env.E2E_SHOTS
  if (!folder) return
  const { pathname } = new URL(page.url())
  const name = `${pathname.replaceAll('/', '_')}-${page.viewportSize()?.width}-${colours}-${Date.now()}`
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
