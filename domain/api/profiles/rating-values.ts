/** A trader's rating, as offers, profiles and the record show it. */
import * as z from 'zod/mini'
import { decimal, described, named } from '../endpoint.ts'

export const rating = named(
  'Rating',
  z.object({ average: described(decimal, 'Stars from 1 to 5, with one decimal.'), ratings: z.int() }),
  'The published ratings of a trader whose trades count (`completedTrades`).',
)
export type Rating = z.infer<typeof rating>
