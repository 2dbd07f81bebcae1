import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { LANGUAGES, SOURCE_LANGUAGE } from './domain/languages.ts'

/** For the names of payment methods, which texts outside the pages hold too; the texts of their forms come along. */
const METHODS = 'domain/payments/methods'

export default defineConfig({
  sourceLocale: SOURCE_LANGUAGE,
  locales: [...LANGUAGES],
  catalogs: [
    {
      path: '<rootDir>/web/locales/{locale}',
      include: ['web', 'domain'],
      exclude: ['**/node_modules/**', 'web/recovery/**'],
    },
    // The page that is one file has its texts inside.
    {
      path: '<rootDir>/web/recovery/locales/{locale}',
      include: ['web/recovery', 'web/ui/notices/ErrorNote.tsx'],
    },
    {
      path: '<rootDir>/server/mail/locales/{locale}',
      include: ['server/mail', METHODS, 'domain/trades/bond-texts.ts'],
    },
    {
      path: '<rootDir>/server/pages/og-images/locales/{locale}',
      include: ['server/pages/og-images', METHODS, 'domain/offers/currencies'],
    },
    {
      path: '<rootDir>/server/trades/receipts/locales/{locale}',
      include: ['server/trades/receipts', METHODS],
    },
  ],
  format: formatter({ lineNumbers: false }),
})
