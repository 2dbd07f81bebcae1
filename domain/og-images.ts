/** The pictures that other sites show beside a link to a page (Open Graph). Their addresses are behind the language, as those of pages. */

export const OG_IMAGE_WIDTH = 1200
export const OG_IMAGE_HEIGHT = 630

export const ogImagePaths = {
  /** Of every page without a picture of its own. */
  site: '/og/site.png',
  offer: (offerId: string) => `/og/offer/${offerId}.png`,
  trader: (username: string) => `/og/trader/${encodeURIComponent(username)}.png`,
} as const
