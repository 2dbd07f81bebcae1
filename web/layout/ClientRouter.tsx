import { useLayoutEffect } from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routesOf } from './route-tree.tsx'

/**
 * React Router's `HydratedRouter` for a site whose pages have no loaders, actions or style sheets of their own on the server:
 * the code for these, 5 KB compressed, is most of what it adds to the router.
 */
export function ClientRouter({ router }: { router: Router }) {
  // Not before React has hydrated the page that the server has sent.
  useLayoutEffect(() => void router.initialize(), [router])
  return (
    <>
      <RouterProvider router={router} />
      {/* ServerRouter has two children, too: the ids of useId depend on it. */}
      <></>
    </>
  )
}

type Router = ReturnType<typeof createRouter>

/** Call it once: it takes over the history of the page. */
export function openRouter(): Router {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules, __reactRouterContext: context } = window
  return createRouter({
    routes: routesOf(manifest!.routes, modules!),
    history: createBrowserHistory(),
    basename: context!.basename,
    mapRouteProperties,
    hydrationRouteProperties,
  })
}
