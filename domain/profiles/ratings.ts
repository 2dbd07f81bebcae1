/** Ratings of completed trades (spec-coverage 14; decisions: Trades, "Ratings"). */
import * as z from 'zod/mini'
import { isBlank } from '../reading/characters.ts'
import { freeText } from '../reading/fields.ts'
import { STARS_MAX } from './stars.ts'

export const RATING_COMMENT_MAX = 280
export const RATINGS_PAGE_SIZE = 10

export const STARS_MISSING = /*i18n*/ 'Choose 1 to 5 stars.'

export const ratingSchema = z.strictObject({
  stars: z.number().check((ctx) => {
    if (Number.isInteger(ctx.value) && ctx.value >= 1 && ctx.value <= STARS_MAX) return
    ctx.issues.push({ code: 'custom', input: ctx.value, message: STARS_MISSING })
  }),
  /** May be empty. */
  comment: ratingText(),
})

export const ratingReplySchema = z.strictObject({
  reply: ratingText().check((ctx) => {
    if (!isBlank(ctx.value)) return
    ctx.issues.push({ code: 'custom', input: ctx.value, message: /*i18n*/ 'Write a reply first.' })
  }),
})

/** By a user's counters: 47 stars of 10 ratings are "4.7". Null without ratings. */
export function ratingOf({ ratingCount, ratingStars }: { ratingCount: number; ratingStars: number }) {
  if (ratingCount === 0) return null
  return { average: (Math.round((ratingStars * 10) / ratingCount) / 10).toFixed(1), ratings: ratingCount }
}

/** The reference of a rating: "S-1B9D6BCD", from the first 8 characters of its id. */
export function ratingReference(ratingId: string): string {
  return `S-${ratingId.slice(0, 8).toUpperCase()}`
}

function ratingText() {
  return freeText().check((ctx) => {
    if ([...ctx.value].length <= RATING_COMMENT_MAX) return
    ctx.issues.push({ code: 'custom', input: ctx.value, message: /*i18n*/ 'Use up to 280 characters.' })
  })
}
