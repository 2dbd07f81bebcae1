import { useSyncExternalStore } from 'react'

/** From this width on, a page has a second column. */
const WIDE = '(min-width: 64rem)'

/** Whether the window is as wide as Tailwind's `lg`, for parts whose place, not only look, depends on it. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(WIDE).matches,
    () => true,
  )
}
