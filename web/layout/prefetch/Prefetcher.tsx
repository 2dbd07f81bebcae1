import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useHref, useLocation } from 'react-router'
import { routes } from '../../routes.ts'
import { followIntent, followView, savesData } from './links.ts'
import { createPrefetch, loadPageFiles } from './prefetch.ts'

/**
 * Prepares the page whose link is about to be opened, and downloads the scripts of pages that links in view lead to. It
 * listens to the document: every link is covered, and none costs anything at hydration.
 */
export function Prefetcher() {
  const prefetch = usePrefetch()
  const { key } = useLocation()
  const isReading = useIsFetching() > 0
  useEffect(() => prefetch && followIntent((link) => prefetch.prepare(new URL(link.href))), [prefetch])
  useEffect(() => {
    // The links of rows come with their data.
    return prefetch && !isReading ? followView((link) => prefetch.download(new URL(link.href))) : undefined
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another page has other links
  }, [prefetch, key, isReading])
  return null
}

/** Undefined for a reader who saves data. */
function usePrefetch() {
  const client = useQueryClient()
  // The router's base is the prefix of the language.
  const basename = useHref('/')
  return useMemo(
    () => (savesData() ? undefined : createPrefetch(client, { routes, basename, loadFiles: loadPageFiles })),
    [client, basename],
  )
}
