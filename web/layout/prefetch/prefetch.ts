/** Reads the scripts and the data of a page before it is opened. */
import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, type DataRouteObject, type Params } from 'react-router'
import { withoutLanguage } from '../../../domain/languages.ts'
import { textsOf } from '../../i18n.ts'
import { partOf } from '../../text-parts.ts'
import type { PageHandle } from '../page-data.ts'

/** What the router knows of its pages: each route's script and the scripts that it imports. */
export type Site = {
  routes: DataRouteObject[]
  basename: string | undefined
  scripts: Readonly<Record<string, { module: string; imports?: string[] } | undefined>>
  /** The modules of the routes that have been shown. */
  loaded: Readonly<Record<string, RouteModule | undefined>>
}

type RouteModule = { handle?: unknown }

/** The calls of the API that a reader causes in a minute for pages that are not opened. */
const CALLS_MAX = 20
const MINUTE_MS = 60_000

export type Prefetch = {
  /** Downloads a page's scripts, after everything that the present page needs, and does not run them. */
  download: (address: URL) => void
  /** Runs a page's scripts and reads its data; what is known already is not read again. */
  prepare: (address: URL) => void
}

export function createPrefetch(client: QueryClient, { routes, basename, scripts, loaded }: Site): Prefetch {
  const downloaded = new Set<string>()
  const later = inTasks()
  let calls = 0
  return { download, prepare: (address) => void prepare(address).catch(() => {}) }

  function pagesAt({ pathname }: URL) {
    return (matchRoutes(routes, pathname, basename) ?? []).flatMap(({ route, params }) => {
      const found = scripts[route.id]
      return found ? [{ ...found, params, loaded: loaded[route.id] }] : []
    })
  }

  function download(address: URL) {
    later(() => {
      for (const { module, imports = [], loaded } of pagesAt(address)) {
        for (const href of loaded ? [] : [module, ...imports]) {
          if (downloaded.has(href)) continue
          downloaded.add(href)
          later(() => preload(href))
        }
      }
    })
  }

  async function prepare(address: URL) {
    const pages = pagesAt(address).map(async ({ module, params, loaded }) => {
      const { handle } = loaded ?? (await load(module))
      return { params, handle: handle as PageHandle | undefined }
    })
    await textsOf(partOf(withoutLanguage(address.pathname)))
    for (const { handle, params } of await Promise.all(pages))
      if (handle && calls < CALLS_MAX) read(handle, address, params)
  }

  function read(handle: PageHandle, address: URL, params: Params) {
    const before = client.isFetching()
    for (const reading of handle.read(client, address, params)) reading.catch(() => {})
    const caused = client.isFetching() - before
    calls += caused
    setTimeout(() => (calls -= caused), MINUTE_MS)
  }
}

/** Runs each function in a task of its own: a list has dozens of links, and a page dozens of files. */
function inTasks(): (work: () => void) => void {
  const works: (() => void)[] = []
  return (work) => {
    if (works.push(work) === 1) setTimeout(next)
  }

  function next() {
    works[0]?.()
    works.shift()
    if (works.length > 0) setTimeout(next)
  }
}

function preload(href: string) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', href, fetchPriority: 'low' })
  document.head.append(link)
}

function load(module: string): Promise<RouteModule> {
  return import(/* @vite-ignore */ module) as Promise<RouteModule>
}
