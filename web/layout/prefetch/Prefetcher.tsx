import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useMemo } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router'
import { followIntent, followView, savesData } from './links.ts'
import { createPrefetch } from './prefetch.ts'

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

/** Undefined for a reader who saves data. React Router has no public access to the scripts of its routes. */
function usePrefetch() {
  const client = useQueryClient()
  const router = use(DataRouterContext)?.router
  return useMemo(() => {
    const { __reactRouterManifest: manifest, __reactRouterRouteModules: loaded = {} } = window
    if (!router || !manifest || savesData()) return undefined
    const { routes, basename } = router
    return createPrefetch(client, { routes, basename, scripts: manifest.routes, loaded })
  }, [client, router])
}
