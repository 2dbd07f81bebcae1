/** The users of a demonstration meet in every list, so each is known by the tile. */
import { expect, test } from 'vitest'
import { HUES, tileOf } from '../../domain/tile.ts'
import { DEMO_TRADERS } from './demo-traders.ts'
import { DEMO_USERS } from './demo-users.ts'

const tiles = [...DEMO_USERS, ...DEMO_TRADERS].map(({ username }) => tileOf(username))
const hues = tiles.map(({ ground }) => HUES.findIndex((hue) => hue.ground === ground))

test('no two users of the demonstration have the same hue and cut, or the same hue and initial', () => {
  expect(new Set(tiles.map(({ ground, cut }) => `${ground} ${cut}`)).size).toBe(tiles.length)
  expect(new Set(tiles.map(({ ground, initial }) => `${ground} ${initial}`)).size).toBe(tiles.length)
})

test('every hue is used, and those who sign in differ in theirs', () => {
  expect(new Set(hues).size).toBe(HUES.length)
  const traders = DEMO_USERS.filter(({ role }) => role === null).map(({ username }) => tileOf(username).ground)
  expect(new Set(traders).size).toBe(traders.length)
})
