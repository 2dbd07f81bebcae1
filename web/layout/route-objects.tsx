/** The site's pages as routes of the router, on the server and in the browser. */
import type { ReactNode } from 'react'
import { matchRoutes, type RouteObject } from 'react-router'
import App, { Document, ErrorBoundary, HydrateFallback } from '../root.tsx'
import type { Route } from '../routes.ts'

/** The document around `pages`, whose code is loaded when they are opened. */
export function siteRoutes(pages: Route[]): RouteObject[] {
  return [
    {
      element: inDocument(<App />),
      errorElement: inDocument(<ErrorBoundary />),
      hydrateFallbackElement: inDocument(<HydrateFallback />),
      children: pages.map(routeObject),
    },
  ]
}

/** The same document without its page, for every address. */
export function shellRoutes(): RouteObject[] {
  return [{ path: '*', element: inDocument(<HydrateFallback />) }]
}

function inDocument(content: ReactNode) {
  return <Document>{content}</Document>
}

/** Loads the pages at an address, so that the first render has them. */
export async function loadPages(routes: RouteObject[], pathname: string, basename: string): Promise<void> {
  const matches = matchRoutes(routes, pathname, basename) ?? []
  await Promise.all(matches.map(({ route }) => loadRoute(route)))
}

/** Same, for all pages. */
export async function loadAllPages(routes: RouteObject[]): Promise<void> {
  await Promise.all(
    routes.map(async (route) => {
      await loadRoute(route)
      await loadAllPages(route.children ?? [])
    }),
  )
}

/** Pages at an address whose first render waits for `shown`; their code arrives before. */
export function holdPages(routes: RouteObject[], pathname: string, basename: string, shown: Promise<void>): void {
  for (const { route } of matchRoutes(routes, pathname, basename) ?? []) {
    if (typeof route.lazy !== 'function') continue
    const loaded = route.lazy()
    route.lazy = async () => {
      await shown
      return loaded
    }
  }
}

async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
}

function routeObject({ path, lazy, children }: Route): RouteObject {
  return { path, lazy: () => loadPage(path, lazy), children: children?.map(routeObject) }
}

/** A page that cannot be loaded may be that of a former build: the server knows the present one. */
async function loadPage(path: string | undefined, load: Route['lazy']) {
  try {
    const { default: Component, handle } = await load()
    return { Component, handle }
  } catch (error) {
    if (import.meta.env.SSR) throw error
    const lost = `${path} ${document.querySelector<HTMLScriptElement>('script[type=module]')?.src}`
    // Without this a page that the server does not have either would be reloaded without end.
    if (sessionStorage.getItem('lost') === lost) throw error
    sessionStorage.setItem('lost', lost)
    location.reload()
    return new Promise<never>(() => {})
  }
}
