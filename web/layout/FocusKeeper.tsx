import { useEffect } from 'react'

const SECTION = 'section, [role="tabpanel"], main'
const DIALOG = '[role="dialog"], [role="alertdialog"]'

/**
 * An element that disappears when its button is pressed would lose the focus, and put a screen-reader user at the start
 * of the page: the focus moves to the heading of the section instead.
 */
export function FocusKeeper() {
  useEffect(() => {
    let focused: Element | null = null
    let around: Element[] = []
    let pathname = location.pathname

    function remember({ target }: FocusEvent) {
      if (!(target instanceof Element)) return
      focused = target
      // A dialog closes soon; the element that opened it counts instead.
      if (target.closest(DIALOG)) return
      around = partsAround(target)
      pathname = location.pathname
    }

    function isLost() {
      return focused?.isConnected === false && document.activeElement === document.body
    }

    // One frame later, since a component may focus a better place. Another page has its own heading.
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      requestAnimationFrame(() => {
        if (isLost() && pathname === location.pathname) focusHeading(around)
      })
    })

    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
  return null
}

/** From the nearest ancestor outwards. */
function partsAround(element: Element): Element[] {
  const nearest = element.closest(SECTION)
  if (!nearest) return []
  return [nearest, ...(nearest.parentElement ? partsAround(nearest.parentElement) : [])]
}

/** The heading of the nearest ancestor that is still rendered and has one. */
function focusHeading(parts: readonly Element[]): void {
  const headings = parts.flatMap((part) =>
    part.isConnected ? [...part.querySelectorAll<HTMLElement>('h1, h2, h3')] : [],
  )
  const [heading] = headings
  if (!heading) return
  heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
}
