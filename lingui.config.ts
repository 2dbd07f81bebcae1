import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { LANGUAGES, SOURCE_LANGUAGE } from './domain/languages.ts'

export default defineConfig({
  sourceLocale: SOURCE_LANGUAGE,
  locales: [...LANGUAGES],
  catalogs: [
    { path: '<rootDir>/web/locales/{locale}', include: ['web', 'domain'] },
    { path: '<rootDir>/server/mail/locales/{locale}', include: ['server/mail'] },
    { path: '<rootDir>/server/og-images/locales/{locale}', include: ['server/og-images', 'domain/market.ts'] },
    { path: '<rootDir>/server/receipts/locales/{locale}', include: ['server/receipts', 'domain/market.ts'] },
  ],
  format: formatter({ lineNumbers: false }),
})
