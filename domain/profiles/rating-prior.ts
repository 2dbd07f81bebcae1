/** The order by rating adds this many ratings of this many stars to each trader's: `rating_score` in 0016_market.sql. */
export const RATING_PRIOR = { ratings: 10, stars: 3 } as const
