/** Reads the scripts and the data of a page before it is opened. */
import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, type Params } from 'react-router'
import { withoutLanguage } from '../../../domain/languages.ts'
import { textsOf } from '../../i18n.ts'
import type { Route } from '../../routes.ts'
import { partOf } from '../../text-parts.ts'
import type { PageHandle } from '../document/page-data.ts'

/** By the path pattern of a page, the addresses of its scripts. */
type PageFiles = Readonly<Record<string, readonly string[]>>

type Site = { routes: Route[]; basename: string; loadFiles: () => Promise<PageFiles> }

/** Written by scripts/build.ts. */
const PAGE_FILES = '/page-files.json'

/** The calls of the API that a reader causes in a minute for pages that are not opened. */
const CALLS_MAX = 20
const MINUTE_MS = 60_000

export type Prefetch = {
  /** Downloads a page's scripts, after everything that the present page needs, and does not run them. */
  download: (address: URL) => void
  /** Runs a page's scripts and reads its data; what is known already is not read again. */
  prepare: (address: URL) => void
}

export function createPrefetch(client: QueryClient, { routes, basename, loadFiles }: Site): Prefetch {
  const downloaded = new Set<string>()
  const later = inTasks()
  let files: Promise<PageFiles> | undefined
  let calls = 0
  return { download, prepare: (address) => void prepare(address).catch(() => {}) }

  function matchesAt({ pathname }: URL) {
    return matchRoutes(routes, pathname, basename) ?? []
  }

  function download(address: URL) {
    files ??= loadFiles()
    void files.then((known) => later(() => downloadAll(known[matchesAt(address).at(-1)?.route.path ?? ''] ?? [])))
  }

  function downloadAll(hrefs: readonly string[]) {
    for (const href of hrefs) {
      if (downloaded.has(href)) continue
      downloaded.add(href)
      later(() => preload(href))
    }
  }

  async function prepare(address: URL) {
    const pages = matchesAt(address).map(async ({ route, params }) => ({ ...(await route.lazy()), params }))
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

/** The list that the build writes; in development there is none. */
export async function loadPageFiles(): Promise<PageFiles> {
  if (import.meta.env.DEV) return {}
  try {
    const answer = await fetch(PAGE_FILES, { priority: 'low' })
    return (await answer.json()) as PageFiles
  } catch {
    // Links load their pages when they are pressed.
    return {}
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
