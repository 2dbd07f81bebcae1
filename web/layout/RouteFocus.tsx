import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** On every change of page: to the top (spec-coverage 2), with the focus on the page's heading, which is then read out. */
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

/** Going back, the browser would restore the scroll position after us; on a reload it may. */
function keepBrowserFromScrolling(): () => void {
  const leave = () => (window.history.scrollRestoration = 'auto')
  window.history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', leave)
  return () => {
    window.removeEventListener('pagehide', leave)
    leave()
  }
}

/** Calls back with the page's heading as soon as it is rendered, unless the user has left the page by then. */
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
