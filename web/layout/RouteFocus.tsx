import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * On every change of page: to the top (spec-coverage 2), or back to where the reader was, with the focus on the page's
 * heading, which is then read out.
 */
export function RouteFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useScrolling()
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    return whenHeaded((heading) => {
      heading.setAttribute('tabindex', '-1')
      heading.focus({ preventScroll: true })
    })
  }, [pathname])
  return null
}

/** Scrolls before the page is painted. Rows that the query cache has are part of it by then. */
function useScrolling(): void {
  const { key, pathname } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const places = useRef(new Map<string, number>())
  const shown = useRef({ key, pathname })
  useEffect(keepBrowserFromScrolling, [])
  useEffect(() => {
    const remember = () => places.current.set(shown.current.key, window.scrollY)
    // The reader may have scrolled before the scripts ran.
    remember()
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [])
  useLayoutEffect(() => {
    const former = shown.current
    if (former.key === key) return
    shown.current = { key, pathname }
    const place = isReturn ? places.current.get(key) : undefined
    if (place !== undefined) window.scrollTo(0, place)
    else if (former.pathname !== pathname) window.scrollTo(0, 0)
    places.current.set(key, window.scrollY)
  }, [key, pathname, isReturn])
}

/** Going back, the browser would restore the scroll position after us; on a reload, and from another site, it does. */
function keepBrowserFromScrolling(): () => void {
  const stay = () => (window.history.scrollRestoration = 'manual')
  const leave = () => (window.history.scrollRestoration = 'auto')
  stay()
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', stay)
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', stay)
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
