declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

/** What the router's pages pass to its client. */
interface Window {
  __reactRouterContext?: { basename?: string }
}

declare module '*.po?first' {
  export const messages: import('@lingui/core').Messages
}
declare module '*.po?rest' {
  export const messages: import('@lingui/core').Messages
}

declare module '*.css?inline' {
  const styles: string
  export default styles
}
declare module '*.js?raw' {
  const source: string
  export default source
}
