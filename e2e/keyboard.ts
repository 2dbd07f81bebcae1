/** A page as its user operates it by keys alone, and as a screen reader speaks it. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectHydrated } from './hydrated.ts'

const MOST_TABS = 90
/** What screen readers announce by itself: live regions, and the roles that are ones. */
const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], [role="log"]'

/** Records from now on, on every page of the tab, what the live regions announce. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(recordAnnouncements, LIVE)
}

/** Waits until an announcement of the present page contains the text. */
export async function expectAnnounced(page: Page, text: string | RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => window.announcements?.join('\n') ?? ''), `announced: ${String(text)}`)
    .toMatch(typeof text === 'string' ? new RegExp(RegExp.escape(text)) : text)
}

/** Empties the record of announcements. */
export async function clearAnnouncements(page: Page): Promise<void> {
  await page.evaluate(() => void window.announcements?.splice(0))
}

/** Which announcements of the present page the words are in. */
export async function announcedWith(page: Page, words: RegExp): Promise<string[]> {
  const all = await page.evaluate(() => window.announcements ?? [])
  return all.filter((text) => words.test(text))
}

/** Presses Tab until the target has the focus; one that cannot be reached fails. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < MOST_TABS; count++) {
    const { isReached, stop } = await target.evaluate(lookAtFocus)
    if (stop && (isReached || count > 0)) await expectStop(page, stop)
    if (isReached) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target.toString()} cannot be reached with the Tab key`)
}

/** Reaches a control by Tab and presses it by a key, once the product and not the browser answers to it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await expectHydrated(target)
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Types into a field that has the focus, or that Tab leads to, in place of its text. */
export async function fill(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** The focus is on an element that still exists: a lost one would put a reader at the start of the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
}

/** The stops of each page whose names were found, by their HTML: a way through the page passes most of them again. */
const namedStops = new WeakMap<Page, Set<string>>()

/** The stop of the focus has a name, is in sight and shows that it has the focus. */
async function expectStop(page: Page, { html, isGuard, isOutlined, isInSight }: Stop): Promise<void> {
  if (isGuard) return
  expect({ isOutlined, isInSight }, html).toEqual({ isOutlined: true, isInSight: true })
  const named = namedStops.get(page) ?? new Set()
  if (named.has(html)) return
  await expect(page.locator(':focus'), html).toHaveAccessibleName(/\S/)
  namedStops.set(page, named.add(html))
}

type Stop = { html: string; isGuard: boolean; isOutlined: boolean; isInSight: boolean }

/** In the page. No stop: nothing has the focus. */
function lookAtFocus(target: Element): { isReached: boolean; stop: Stop | null } {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { isReached: false, stop: null }
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const stop = {
    html: focused.outerHTML.slice(0, 1000),
    // Base UI's elements at the ends of a dialog or menu, which pass the focus on.
    isGuard: focused.hasAttribute('data-base-ui-focus-guard'),
    isOutlined: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    isInSight: right > 0 && bottom > 0 && left < innerWidth && top < innerHeight,
  }
  return { isReached: focused === target, stop }
}

declare global {
  // oxlint-disable-next-line no-var -- only var declares a property of the window
  var announcements: string[] | undefined
}

/**
 * In the page. A status or an alert is announced as a whole when it changes; of the other live regions what is added, and
 * its text where that changes. Hidden ones are silent.
 */
function recordAnnouncements(live: string): void {
  window.announcements = []
  const observer = new MutationObserver((changes) => {
    const whole = new Set<Element>()
    for (const { target, addedNodes, type } of changes) {
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        const element = node instanceof Element ? node : node.parentElement
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (!region || element?.closest('[aria-live="off"], [role="timer"]') || isHidden(region)) continue
        if (region.matches('[role="status"], [role="alert"]')) whole.add(region)
        else window.announcements?.push(node.textContent ?? '')
      }
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        // An alert is announced when it appears; the other regions must be there before their text.
        for (const alert of [node, ...node.querySelectorAll('[role="alert"]')]) {
          if (alert.matches('[role="alert"]')) window.announcements?.push(alert.textContent ?? '')
        }
      }
    }
    for (const region of whole) window.announcements?.push(region.textContent ?? '')
  })
  const isHidden = (region: Element) =>
    !region.checkVisibility() || region.closest('[inert], [aria-hidden="true"]') !== null
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}
