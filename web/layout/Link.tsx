import { use, type ComponentProps, type MouseEvent } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
} from 'react-router'

/** The path of a page without its language, as in `paths`; or the parts of an address, by default of the present page. */
export type To = string | { pathname?: string; search?: string }

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: To
  /** Takes the place of the present page in the history. A link to the present address does always. */
  replace?: boolean
  preventScrollReset?: boolean
  /** Passed to the page with its location. */
  state?: unknown
}

/**
 * A link to a page of this site. React Router's own has six hooks for relative paths and for prefetching by link, which this
 * site does not have (layout/prefetch): a list page has 60 links, and they are a tenth of the time of its rendering.
 */
export function Link({ to, replace, preventScrollReset, state, onClick, children, ...rest }: Props) {
  const { basename } = use(NavigationContext)
  const { location } = use(LocationContext)
  const router = use(DataRouterContext)?.router
  const path = typeof to === 'string' ? to : pathOf(to, location.pathname)

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !router || !isPlainPress(event)) return
    event.preventDefault()
    const isPresent = event.currentTarget.href === window.location.href
    void router.navigate(path, { replace: replace ?? isPresent, preventScrollReset, state })
  }

  return (
    <a {...rest} href={inBase(path, basename)} onClick={follow}>
      {children}
    </a>
  )
}

function pathOf({ pathname, search = '' }: Exclude<To, string>, present: string): string {
  const query = search.replace(/^\?/, '')
  return (pathname ?? present) + (query === '' ? '' : `?${query}`)
}

/** The router's base is the prefix of the language. */
function inBase(path: string, basename: string): string {
  if (basename === '/') return path
  return path === '/' ? basename : basename + path.replace(/^\/(?=[?#]|$)/, '')
}

/** Other presses open another tab or window. */
export function isPlainPress({
  button,
  currentTarget,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
}: MouseEvent<HTMLAnchorElement>) {
  const isHere = currentTarget.target === '' || currentTarget.target === '_self'
  return button === 0 && isHere && !(metaKey || altKey || ctrlKey || shiftKey)
}
