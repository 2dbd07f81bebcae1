type NewTradeStart = { amount?: string | undefined; method?: string | undefined }

/** All addresses of the site; links use only these. */
export const paths = {
  home: '/',
  /** The market, on the reader's side; the two below are its sides. */
  offers: '/offers',
  buyOffers: '/offers/buy',
  sellOffers: '/offers/sell',
  createOffer: '/create-offer',
  myOffers: '/my-offers',
  businessHours: '/business-hours',
  trades: '/trades',
  savedSearches: '/saved-searches',
  dashboard: '/dashboard',
  limits: '/limits',
  rehearsals: '/rehearsal',
  alerts: '/dashboard?tab=alerts',
  account: '/account',
  settings: '/settings',
  /** Links in emails have the same address (server/mail/notification-texts.ts). */
  notificationSettings: '/settings?tab=notifications',
  admin: '/admin',
  desk: '/admin/disputes',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  howItWorks: '/how-it-works',
  howToStart: '/how-to-start',
  about: '/about',
  contact: '/contact',
  faq: '/faq',
  security: '/security',
  apiDocs: '/api-docs',
  verify: '/verify',
  transparency: '/transparency',
  currencies: '/currencies',
  terms: '/terms',
  privacy: '/privacy',
  /** One question of the FAQ, open. */
  question: (id: string) => `/faq?open=${encodeURIComponent(id)}`,
  /** An offer's page, with a fiat amount filled in. */
  offer: (offerId: string, amount?: string) =>
    `/offer/${offerId}${amount === undefined ? '' : `?amount=${encodeURIComponent(amount)}`}`,
  /** The form that edits one of the trader's offers, or starts a copy of it. */
  editOffer: (offerId: string) => `/create-offer?edit=${encodeURIComponent(offerId)}`,
  offerFromTemplate: (templateId: string) => `/create-offer?template=${encodeURIComponent(templateId)}`,
  duplicateOffer: (offerId: string) => `/create-offer?copy=${encodeURIComponent(offerId)}`,
  /** Opens a trade on an offer, with a fiat amount filled in and, as a list is filtered by them, payment methods to choose among. */
  newTrade: (offerId: string, { amount, method }: NewTradeStart = {}) =>
    `/trade/new?${new URLSearchParams({ offer: offerId, ...(amount && { amount }), ...(method && { method }) })}`,
  /** Repeats a completed trade with a trader: this one, or the latest. */
  tradeAgain: (username: string, tradeId?: string) =>
    `/trade-again/${encodeURIComponent(username)}${tradeId === undefined ? '' : `?trade=${tradeId}`}`,
  trade: (tradeId: string) => `/trade/${tradeId}`,
  adminTab: (tab: string) => `/admin?tab=${tab}`,
  adminOffersOf: (username: string) => `/admin?tab=offers&trader=${encodeURIComponent(username)}`,
  staffUser: (userId: string) => `/admin/users/${userId}`,
  /** A case at the arbiter's desk. */
  case: (tradeId: string) => `/admin/disputes/${tradeId}`,
  /** One scenario of the rehearsal. */
  rehearsal: (scenario: string) => `/rehearsal/${scenario}`,
  accountTab: (tab: string) => `/account?tab=${tab}`,
  settingsTab: (tab: string) => `/settings?tab=${tab}`,
  /** The security settings, with the error of an authorization request. */
  securityWith: (problem: string) => `/settings?tab=security&problem=${problem}`,
  trader: (username: string) => `/trader/${encodeURIComponent(username)}`,
  /** The ratings on a trader's page: the newest, or those from a cursor on. */
  ratings: (username: string, from?: string) =>
    `/trader/${encodeURIComponent(username)}${from === undefined ? '' : `?from=${from}`}#ratings`,
  /** The caught mails, of one address or of all. */
  caughtMail: (to = '') => (to === '' ? '/dev/mail' : `/dev/mail?to=${encodeURIComponent(to)}`),
  /** The second factor challenge of a sign-in by an identity provider. */
  loginSecondFactor: (next: string) => `/login?step=second&next=${encodeURIComponent(next)}`,
  /** Sign-up with a verified identity. */
  registerWith: (kind: string, next: string) => `/register?with=${kind}&next=${encodeURIComponent(next)}`,
  /** Signs in first, then continues to `next`, an address of this site. */
  loginThen: (next: string) => `/login?next=${encodeURIComponent(next)}`,
  registerThen: (next: string) => `/register?next=${encodeURIComponent(next)}`,
} as const

/** Public pages that the server renders: with their data (`handle.read`), or as their query says. */
export const renderedPaths = [
  paths.home,
  paths.offers,
  paths.buyOffers,
  paths.sellOffers,
  paths.transparency,
  '/offer/:offerId',
  '/trader/:username',
  paths.limits,
  paths.currencies,
  paths.about,
  paths.faq,
] as const

/** Public pages written out as HTML at build time, for a fast first paint and for search engines. */
export const prerenderedPaths = [
  paths.home,
  paths.offers,
  paths.buyOffers,
  paths.sellOffers,
  paths.login,
  paths.register,
  paths.howItWorks,
  paths.howToStart,
  paths.about,
  paths.contact,
  paths.security,
  paths.apiDocs,
  paths.verify,
  paths.transparency,
  paths.terms,
  paths.privacy,
] as const
