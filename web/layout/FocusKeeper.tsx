import { useEffect } from 'react'

const SECTION = 'section, [role="tabpanel"], main'
const DIALOG = '[role="dialog"], [role="alertdialog"]'

/**
 * A line that goes when its own button was pressed would take the focus with it, and leave whoever cannot see the page at
 * its very beginning: the focus goes on to the heading of the part the line stood in.
 */
export function FocusKeeper() {
  useEffect(() => {
    let focused: Element | null = null
    let around: Element[] = []
    let pathname = location.pathname

    function remember({ target }: FocusEvent) {
      if (!(target instanceof Element)) return
      focused = target
      // A dialog is over soon, and then it counts where it was opened.
      if (target.closest(DIALOG)) return
      around = partsAround(target)
      pathname = location.pathname
    }

    function isLost() {
      return focused?.isConnected === false && document.activeElement === document.body
    }

    // A frame later, when a component that knows a better place has focused it. Another page has its own heading.
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

/** From the nearest one outwards. */
function partsAround(element: Element): Element[] {
  const nearest = element.closest(SECTION)
  if (!nearest) return []
  return [nearest, ...(nearest.parentElement ? partsAround(nearest.parentElement) : [])]
}

/** Of the nearest part that is still there and has one. */
function focusHeading(parts: readonly Element[]): void {
  const headings = parts.flatMap((part) =>
    part.isConnected ? [...part.querySelectorAll<HTMLElement>('h1, h2, h3')] : [],
  )
  const [heading] = headings
  if (!heading) return
  heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
}
