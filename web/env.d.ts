declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

/** What the router's pages pass to its client. */
interface Window {
  __reactRouterContext?: { basename?: string }
  __reactRouterManifest?: { routes: import('./layout/route-tree.tsx').RouteManifest }
  __reactRouterRouteModules?: Record<string, import('./layout/route-tree.tsx').RouteModule>
  /** Set by layout/first.js. */
  isReloading?: boolean
}

/** Written by scripts/bundle/client-files.ts. */
declare module 'virtual:client-files' {
  const files: {
    texts: Readonly<Record<string, string>>
    facades: Readonly<Record<string, { file: string; names: Record<string, string> } | undefined>>
    order: string[]
    signedIn: Readonly<Record<'frame' | 'dialog' | 'newTrade', string[]>>
  }
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
declare module 'lucide/dist/esm/icons/*.mjs' {
  const icon: import('lucide').IconNode
  export default icon
}
