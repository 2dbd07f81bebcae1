declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

interface Window {
  /** Set by layout/first.js. */
  isReloading?: boolean
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
