/**
 * Functions that run in the measured page. They observe it from its first byte on, so they see rows of the HTML as well as
 * rows that a script adds.
 */

/** What a page shows and answers, as selectors. */
export type Watched = {
  /** An element that counts as content once its text matches `text`. */
  content: string
  /** A regular expression. */
  text: string
  /** The control that is pressed; null presses none. */
  control: string | null
}

/** Milliseconds since the navigation started; absent until it happened. */
export type Marks = {
  readableAt?: number
  /** React has taken over the page and the control, which can be in a part that is hydrated later. */
  takenOverAt?: number
  /** The control has answered a press, and the answer is drawn. */
  answeredAt?: number
  largestPaintAt?: number
  /** The sum of all layout shifts without input. */
  shift?: number
}

type Bench = Window & { bench?: Marks; benchControl?: Element }

/** Runs before the page's own scripts. */
export function watchPage({ content, text, control }: Watched): void {
  const marks: Marks = ((window as Bench).bench = { shift: 0 })
  performance.setResourceTimingBufferSize(2000)
  const pattern = new RegExp(text)
  const afterFrame = (done: (moment: number) => void) =>
    requestAnimationFrame(() => setTimeout(() => done(performance.now())))

  const isReadable = () =>
    [...document.querySelectorAll(content)].some(
      (element) => pattern.test(element.textContent ?? '') && element.checkVisibility(),
    )
  const lookForContent = () => {
    if (isReadable()) {
      observer.disconnect()
      afterFrame((moment) => (marks.readableAt = moment))
    }
  }
  const observer = new MutationObserver(lookForContent)
  // Attributes too: React reveals streamed content by removing `hidden` or a style.
  observer.observe(document, { childList: true, characterData: true, subtree: true, attributes: true })

  // React writes a control's properties to it when it hydrates the control's part of the page, which can be after the page's mark.
  const keyOfProps = (element: Element) => Object.keys(element).find((key) => key.startsWith('__reactProps'))
  const findControl = () => (control === null ? null : document.querySelector(control))
  const noteTakeover = (element: Element, moment: number) => {
    const [mark] = performance.getEntriesByName('taken-over')
    marks.takenOverAt ??= Math.max(moment, mark?.startTime ?? 0)
    ;(window as Bench).benchControl ??= element
  }
  const lookForControl = () => {
    const found = findControl()
    if (found && keyOfProps(found)) noteTakeover(found, performance.now())
    else if (control !== null) requestAnimationFrame(lookForControl)
  }
  requestAnimationFrame(lookForControl)
  // The moment itself: the next frame may come after the first scripts of other pages.
  const mark = performance.mark.bind(performance)
  performance.mark = (name, options) => {
    const key = keyOfProps(document.documentElement)
    const found = name === 'taken-over' ? findControl() : null
    if (found && keyOfProps(found)) noteTakeover(found, performance.now())
    else if (found && key) {
      const set = (value: unknown) => {
        Object.defineProperty(found, key, { value, writable: true, enumerable: true, configurable: true })
        noteTakeover(found, performance.now())
      }
      Object.defineProperty(found, key, { get: () => undefined, set, configurable: true })
    }
    return mark(name, options)
  }

  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) marks.largestPaintAt = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) marks.shift = (marks.shift ?? 0) + entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Scrolls the control into view and returns its middle. */
export function placeOfControl(): { x: number; y: number } {
  const control = (window as Bench).benchControl
  if (!control) throw new Error('there is no control')
  control.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = control.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Chooses the list's option of this index, as a reader does in the native list of a phone. */
export function chooseInControl(index: number): void {
  const control = (window as Bench).benchControl
  if (!(control instanceof HTMLSelectElement)) throw new Error('the control is not a native list')
  control.selectedIndex = index
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Notes when an element that matches `answer` is visible; null waits for another query in the address. */
export function watchAnswer(answer: string | null): void {
  const marks = (window as Bench).bench!
  const { search } = location
  const isAnswered = () =>
    answer === null
      ? location.search !== search
      : [...document.querySelectorAll(answer)].some((element) => element.checkVisibility())
  const look = () => {
    if (isAnswered()) requestAnimationFrame(() => setTimeout(() => (marks.answeredAt = performance.now())))
    else requestAnimationFrame(look)
  }
  look()
}

export function readMarks(): Marks {
  return (window as Bench).bench ?? {}
}

/** A file that the page requested. Sizes are those of compressed bodies, in bytes. */
export type Fetched = { name: string; startTime: number; size: number }

export type Transfers = { protocol: string; htmlSize: number; fetched: Fetched[] }

export function readTransfers(): Transfers {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return {
    protocol: navigation?.nextHopProtocol ?? '',
    htmlSize: navigation?.encodedBodySize ?? 0,
    fetched: entries.map(({ name, startTime, encodedBodySize }) => ({ name, startTime, size: encodedBodySize })),
  }
}
