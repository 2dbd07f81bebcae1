/** The routes of the router, made of React Router's list of them: the client's manifest, or the routes of a server build. */
import type { ComponentType, ReactNode } from 'react'
import { preloadModule } from 'react-dom'
import type { RouteObject } from 'react-router'

/** A page's script, as React Router's build leaves it. */
export type RouteModule = {
  default: ComponentType
  handle?: unknown
  HydrateFallback?: ComponentType
  ErrorBoundary?: ComponentType
  Layout?: ComponentType<{ children: ReactNode }>
}

/** The build's list of all routes, by their ids. */
export type RouteManifest = Record<string, ManifestRoute>
type ManifestRoute = {
  parentId?: string
  path?: string
  index?: boolean
  module: string
  imports?: string[]
}

/** The routes below `parentId`. Those of `modules` are loaded; the others load when they are opened. */
export function routesOf(
  manifest: RouteManifest,
  modules: Readonly<Record<string, RouteModule | undefined>>,
  parentId?: string,
): RouteObject[] {
  return Object.entries(manifest)
    .filter(([, route]) => route.parentId === parentId)
    .map(([id, route]) => {
      const loaded = modules[id]
      return {
        id,
        path: route.path,
        index: route.index,
        ...(loaded ? partsOf(loaded) : { lazy: async () => partsOf(await load(route)) }),
        ...(route.index ? {} : { children: routesOf(manifest, modules, id) }),
      } as RouteObject
    })
}

/** The root module draws the whole document around its page, its error and its first render. */
function partsOf({ default: Component, handle, HydrateFallback, ErrorBoundary, Layout }: RouteModule) {
  const elementOf = (Part?: ComponentType) => {
    if (!Part) return undefined
    return Layout ? (
      <Layout>
        <Part />
      </Layout>
    ) : (
      <Part />
    )
  }
  return {
    handle,
    element: elementOf(Component),
    errorElement: elementOf(ErrorBoundary),
    hydrateFallbackElement: elementOf(HydrateFallback),
  }
}

/** A page that cannot be loaded may be that of a former build: the server knows the present one. */
async function load({ module, imports = [] }: ManifestRoute): Promise<RouteModule> {
  // Beside the page's own script, which would ask for them after it has arrived.
  for (const imported of imports) preloadModule(imported)
  try {
    return (await import(/* @vite-ignore */ module)) as RouteModule
  } catch (error) {
    // Without this a page that the server does not have either would be reloaded without end.
    if (sessionStorage.getItem('lost') === module) throw error
    sessionStorage.setItem('lost', module)
    location.reload()
    return new Promise(() => {})
  }
}
