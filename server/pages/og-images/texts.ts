/** The texts of the pictures in English; the catalogues in server/pages/og-images/locales hold the other languages. */
export const OG_TEXTS = {
  selling: /*i18n*/ 'Selling USDT for {currency}',
  buying: /*i18n*/ 'Buying USDT for {currency}',
  perUsdt: /*i18n*/ '{currency} per USDT',
  limits: /*i18n*/ 'Limits',
  range: /*i18n*/ '{from} – {to}',
  paymentMethod: /*i18n*/ 'Payment method',
  trades: /*i18n*/ '{trades, plural, one {# trade} other {# trades}}',
  newTrader: /*i18n*/ 'New trader',
  demo: /*i18n*/ 'Demo',
  emailConfirmed: /*i18n*/ 'Email confirmed',
  completedTrades: /*i18n*/ 'Completed trades',
  completionRate: /*i18n*/ 'Completion rate',
  traderSince: /*i18n*/ 'Trader since',
  slogan: /*i18n*/ 'Dinars, euros or dollars in. USDT out.',
  purpose: /*i18n*/ 'Trade USDT directly with other traders.',
  testEnvironment: /*i18n*/ 'Test environment: demo escrow',
} as const
