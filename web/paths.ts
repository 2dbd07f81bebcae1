/** Every address of the site, so that a link is never spelled twice. */
export const paths = {
  home: '/',
  offers: '/offers',
  buyOffers: '/offers/buy',
  sellOffers: '/offers/sell',
  createOffer: '/create-offer',
  myOffers: '/my-offers',
  trades: '/trades',
  login: '/login',
  register: '/register',
  terms: '/terms',
  privacy: '/privacy',
  offer: (offerId: string) => `/offer/${offerId}`,
  newTrade: (offerId: string) => `/trade/new?offer=${encodeURIComponent(offerId)}`,
  trade: (tradeId: string) => `/trade/${tradeId}`,
  /** Sign in first, then go on to `next`, an address of ours. */
  loginThen: (next: string) => `/login?next=${encodeURIComponent(next)}`,
} as const

/** Public pages written out as HTML at build time, for a fast first paint and for search engines. */
export const prerenderedPaths = [
  paths.home,
  paths.offers,
  paths.buyOffers,
  paths.sellOffers,
  paths.login,
  paths.register,
  paths.terms,
  paths.privacy,
] as const

/** Where `?next=` leads: an address of this site, or `otherwise`. "//evil.example" and "/\evil.example" are not ours. */
export function ownPath(next: string | null, otherwise: string): string {
  return next !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : otherwise
}
