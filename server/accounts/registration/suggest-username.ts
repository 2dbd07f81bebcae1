import { randomInt } from 'node:crypto'
import type { Db } from '../../db/pool.ts'
import { isUsernameFree } from '../users/queries.ts'

/** Neutral words, so that a suggestion says nothing about its user. */
export const ADJECTIVES = [
  'Amber',
  'Blue',
  'Brave',
  'Bright',
  'Calm',
  'Clear',
  'Coral',
  'Early',
  'Fair',
  'Golden',
  'Green',
  'Happy',
  'Ivory',
  'Kind',
  'Lucky',
  'Mellow',
  'Merry',
  'Misty',
  'Noble',
  'Quick',
  'Quiet',
  'Rapid',
  'Silver',
  'Steady',
  'Sunny',
  'Swift',
  'Teal',
  'Vivid',
  'Warm',
  'Wise',
] as const
export const NOUNS = [
  'Acacia',
  'Almond',
  'Birch',
  'Breeze',
  'Canyon',
  'Cedar',
  'Cloud',
  'Comet',
  'Dune',
  'Falcon',
  'Fern',
  'Harbor',
  'Heron',
  'Island',
  'Jasmine',
  'Lagoon',
  'Lark',
  'Lemon',
  'Maple',
  'Meadow',
  'Oasis',
  'Olive',
  'Orchid',
  'Palm',
  'Pebble',
  'River',
  'Robin',
  'Saffron',
  'Swallow',
  'Willow',
] as const

const ATTEMPTS = 5

/**
 * A free username of two words and a number, never derived from the user (decisions: Accounts). It is not reserved: the
 * registration decides again.
 */
export async function suggestUsername(db: Db, pick: (below: number) => number = randomInt): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const username = `${ADJECTIVES[pick(ADJECTIVES.length)]}${NOUNS[pick(NOUNS.length)]}${100 + pick(9900)}`
    if (await isUsernameFree(db, username)) return username
  }
  throw new Error(`none of ${ATTEMPTS} suggested usernames is free`)
}
