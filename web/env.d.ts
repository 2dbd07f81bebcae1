declare module '*.po?first' {
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
/** The operator's facts and mark, which the build writes (scripts/bundle/operator-brand.ts). */
declare module 'virtual:operator' {
  export const PRODUCT: string
  export const COMPANY: string | null
  export const SUPPORT_EMAIL: string | null
  export const DATA_PROTECTION_EMAIL: string | null
  export const POLICIES_UPDATED: string
  /** Of the band's background, for the browser's own bars. */
  export const BAND_COLOUR: string
  export const NAME_MEANING: Readonly<Record<'en' | 'fr' | 'ar', string>> | null
  export function Mark(): import('react').ReactNode
}
