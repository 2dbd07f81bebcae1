import type { MouseEvent } from 'react'
import { Link as RouterLink, type LinkProps } from 'react-router'

/** The path of a page without its language, as in `paths`; or the parts of an address, by default of the present page. */
export type To = LinkProps['to']

/** A link to a page of this site. */
export function Link(props: LinkProps) {
  return <RouterLink discover="none" {...props} />
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
