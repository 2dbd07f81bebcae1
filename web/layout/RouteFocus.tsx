import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** On every change of page: to the top (spec section 2), with the focus on the page's heading, which is then read out. */
export function RouteFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(keepBrowserFromScrolling, [])
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    return whenHeaded((heading) => {
      heading.setAttribute('tabindex', '-1')
      heading.focus({ preventScroll: true })
    })
  }, [pathname])
  return null
}

/** Going back, it would put a page where it had been, after us; loading one anew, it may. */
function keepBrowserFromScrolling(): () => void {
  const leave = () => (window.history.scrollRestoration = 'auto')
  window.history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', leave)
  return () => {
    window.removeEventListener('pagehide', leave)
    leave()
  }
}

/** Calls back with the page's heading, at once or when its data has come; unless the person has moved on by then. */
function whenHeaded(found: (heading: HTMLElement) => void): (() => void) | undefined {
  const main = document.querySelector('main')
  const heading = main?.querySelector('h1')
  if (heading) {
    found(heading)
    return undefined
  }
  const from = document.activeElement
  const observer = new MutationObserver(() => {
    const late = main?.querySelector('h1')
    if (!late) return
    observer.disconnect()
    if (document.activeElement === from || document.activeElement === document.body) found(late)
  })
  if (main) observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}
