import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { LANGUAGES, SOURCE_LANGUAGE } from './domain/languages.ts'

export default defineConfig({
  sourceLocale: SOURCE_LANGUAGE,
  locales: [...LANGUAGES],
  catalogs: [
    { path: '<rootDir>/web/locales/{locale}', include: ['web', 'domain'] },
    {
      path: '<rootDir>/server/mail/locales/{locale}',
      include: ['server/mail', 'domain/market.ts', 'domain/trades/bond-texts.ts'],
    },
    {
      path: '<rootDir>/server/pages/og-images/locales/{locale}',
      include: ['server/pages/og-images', 'domain/market.ts'],
    },
    {
      path: '<rootDir>/server/trades/receipts/locales/{locale}',
      include: ['server/trades/receipts', 'domain/market.ts'],
    },
  ],
  format: formatter({ lineNumbers: false }),
})
