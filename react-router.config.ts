import type { Config } from '@react-router/dev/config'
import { prerenderedPaths } from './web/paths.ts'

/** A browser application whose public pages are also written out as HTML at build time. */
export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  splitRouteModules: false,
  prerender: [...prerenderedPaths],
} satisfies Config
