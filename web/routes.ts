import type { PageModule } from './layout/document/page-data.ts'

/** A page by its path pattern without the language, or a layout around pages, without a path. */
export type Route = {
  path?: string
  lazy: () => Promise<PageModule>
  children?: Route[]
}

/** Pages for developers: the bundler knows the variable, and a build has none of them. */
const inDevelopment: Route[] =
  process.env.NODE_ENV === 'development' ? [{ path: '/dev/ui', lazy: () => import('./gallery/GalleryPage.tsx') }] : []

/** Every page of the site. */
export const routes: Route[] = [
  { path: '/', lazy: () => import('./info/home/HomePage.tsx') },
  {
    lazy: () => import('./notifications/live/LiveLayout.tsx'),
    children: [
      { path: '/offers', lazy: () => import('./offers/market/OffersPage.tsx') },
      { path: '/offers/buy', lazy: () => import('./offers/market/OffersPage.tsx') },
      { path: '/offers/sell', lazy: () => import('./offers/market/OffersPage.tsx') },
      { path: '/offer/:offerId', lazy: () => import('./offers/offer-page/OfferPage.tsx') },
      { path: '/create-offer', lazy: () => import('./offers/form/CreateOfferPage.tsx') },
      { path: '/my-offers', lazy: () => import('./offers/my-offers/MyOffersPage.tsx') },
      { path: '/business-hours', lazy: () => import('./offers/business-hours/BusinessHoursPage.tsx') },
      { path: '/trade/new', lazy: () => import('./offers/opening/NewTradePage.tsx') },
      { path: '/trade', lazy: () => import('./room/TradePage.tsx') },
      { path: '/trade/:tradeId', lazy: () => import('./room/TradePage.tsx') },
      { path: '/trades', lazy: () => import('./trades/list/TradesPage.tsx') },
      { path: '/trade-again/:username', lazy: () => import('./offers/trade-again/TradeAgainPage.tsx') },
      { path: '/saved-searches', lazy: () => import('./offers/saved-searches/SavedSearchesPage.tsx') },
      { path: '/dashboard', lazy: () => import('./dashboard/DashboardPage.tsx') },
      { path: '/account', lazy: () => import('./dashboard/AccountPage.tsx') },
      { path: '/settings', lazy: () => import('./dashboard/SettingsPage.tsx') },
      { path: '/profile', lazy: () => import('./layout/places/FormerPage.tsx') },
      { path: '/trader/:username', lazy: () => import('./offers/trader/TraderPage.tsx') },
      { path: '/limits', lazy: () => import('./accounts/tiers/LimitsPage.tsx') },
      { path: '/rehearsal', lazy: () => import('./trades/rehearsals/RehearsalsPage.tsx') },
      { path: '/rehearsal/:scenario', lazy: () => import('./trades/rehearsals/RehearsalPage.tsx') },
    ],
  },
  { path: '/marketplace', lazy: () => import('./layout/MovedPage.tsx') },
  { path: '/login', lazy: () => import('./accounts/sign-in/LoginPage.tsx') },
  { path: '/register', lazy: () => import('./accounts/registration/RegisterPage.tsx') },
  { path: '/forgot-password', lazy: () => import('./accounts/email-links/ForgotPasswordPage.tsx') },
  { path: '/reset-password', lazy: () => import('./accounts/email-links/ResetPasswordPage.tsx') },
  { path: '/verify-email', lazy: () => import('./accounts/email-links/VerifyEmailPage.tsx') },
  { path: '/confirm-email', lazy: () => import('./accounts/email-links/ConfirmEmailPage.tsx') },
  { path: '/undo-email', lazy: () => import('./accounts/email-links/UndoEmailPage.tsx') },
  { path: '/remove-addition', lazy: () => import('./accounts/email-links/RemoveAdditionPage.tsx') },
  { path: '/how-it-works', lazy: () => import('./info/guide/HowItWorksPage.tsx') },
  { path: '/how-to-start', lazy: () => import('./info/guide/HowToStartPage.tsx') },
  { path: '/about', lazy: () => import('./info/AboutPage.tsx') },
  { path: '/contact', lazy: () => import('./info/contact/ContactPage.tsx') },
  { path: '/faq', lazy: () => import('./info/FaqPage.tsx') },
  { path: '/security', lazy: () => import('./info/SecurityPage.tsx') },
  { path: '/api-docs', lazy: () => import('./accounts/api-keys/ApiDocsPage.tsx') },
  { path: '/transparency', lazy: () => import('./staff/transparency/TransparencyPage.tsx') },
  { path: '/verify', lazy: () => import('./trades/receipts/VerifyPage.tsx') },
  { path: '/currencies', lazy: () => import('./offers/currencies/CurrenciesPage.tsx') },
  { path: '/terms', lazy: () => import('./info/policies/TermsPage.tsx') },
  { path: '/privacy', lazy: () => import('./info/policies/PrivacyPage.tsx') },
  { path: '/admin', lazy: () => import('./staff/admin/AdminPage.tsx') },
  { path: '/admin/users/:userId', lazy: () => import('./staff/admin/StaffUserPage.tsx') },
  { path: '/admin/disputes', lazy: () => import('./disputes/desk/DeskPage.tsx') },
  { path: '/admin/disputes/:tradeId', lazy: () => import('./disputes/desk/CasePage.tsx') },
  { path: '/dev/mail', lazy: () => import('./mail/CaughtMailPage.tsx') },
  ...inDevelopment,
  { path: '*', lazy: () => import('./info/NotFoundPage.tsx') },
]

/** The path patterns of all pages but the one that takes every other address. */
export function pathsOf(of: readonly Route[]): string[] {
  return of.flatMap(({ path, children = [] }) => [
    ...(path === undefined || path === '*' ? [] : [path]),
    ...pathsOf(children),
  ])
}
