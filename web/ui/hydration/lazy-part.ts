import { lazy, type ComponentType } from 'react'
import { followLinksAsDocuments } from './lost-scripts.ts'

/**
 * React's `lazy` for a part that the page has without a press: if its script cannot be downloaded, the page stays without it,
 * or with what the server rendered of it, where `lazy` would replace the page by the error page.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ReturnType<typeof lazy<ComponentType<Props>>> {
  return lazy(import.meta.env.SSR ? load : () => load().catch(neverLoaded))
}

function neverLoaded(): Promise<never> {
  followLinksAsDocuments()
  return new Promise(() => {})
}
