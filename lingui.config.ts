import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { locales, sourceLocale } from './web/locales/list.ts'

export default defineConfig({
  sourceLocale,
  locales: [...locales],
  catalogs: [{ path: '<rootDir>/web/locales/{locale}', include: ['web', 'domain'] }],
  format: formatter({ lineNumbers: false }),
})
