declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

/** What the router's pages pass to its client. */
interface Window {
  __reactRouterContext?: { basename?: string }
  __reactRouterManifest?: { routes: import('./layout/ClientRouter.tsx').RouteManifest }
  __reactRouterRouteModules?: Record<string, import('./layout/ClientRouter.tsx').RouteModule>
}

declare module 'virtual:text-files' {
  /** The address of each part of the texts, as "fr/market". */
  const files: Readonly<Record<string, string>>
  export default files
}
declare module '*.css?inline' {
  const styles: string
  export default styles
}
declare module '*.js?raw' {
  const source: string
  export default source
}
