import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CUTS, HUES, tileOf } from './tile.ts'

/** Names as users choose them. */
const usernames = fc.stringMatching(/^[a-z][a-z0-9_]{2,19}$/)

const LOOKS = HUES.length * CUTS.length

test('of many names, no more pairs look alike than chance gives', () => {
  const names = [...new Set(fc.sample(usernames, { numRuns: 20_000, seed: 1 }))]
  const pairsOf = (count: number) => (count * (count - 1)) / 2
  const alike = (look: (name: string) => string) => {
    const counts = new Map<string, number>()
    for (const name of names) counts.set(look(name), (counts.get(look(name)) ?? 0) + 1)
    return [...counts.values()].reduce((sum, count) => sum + pairsOf(count), 0) / pairsOf(names.length)
  }
  expect(names.length).toBeGreaterThan(15_000)
  const margin = 1.02
  expect(alike((name) => tileOf(name).ground)).toBeLessThan(margin / HUES.length)
  expect(alike((name) => tileOf(name).cut)).toBeLessThan(margin / CUTS.length)
  expect(alike((name) => `${tileOf(name).ground} ${tileOf(name).cut}`)).toBeLessThan(margin / LOOKS)
})

test('names that differ in their last character look unlike as often as any others', () => {
  const alike = fc
    .sample(usernames, { numRuns: 5000, seed: 2 })
    .filter((name) => lookOf(`${name}1`) === lookOf(`${name}2`)).length
  expect(alike / 5000).toBeLessThan(2 / LOOKS)
})

test('a name always has the same tile, with its first letter or digit', () => {
  fc.assert(
    fc.property(usernames, (name) => {
      expect(tileOf(name)).toEqual(tileOf(name))
      expect(tileOf(name).initial).toBe(name.charAt(0).toUpperCase())
    }),
  )
  expect(['_zoé', '7seas', 'é', 'ا', '', '_'].map((name) => tileOf(name).initial)).toEqual(['Z', '7', 'É', 'ا', '', ''])
})

test('there are at least twelve hues, any two far apart on the colour circle or in lightness', () => {
  expect(HUES.length).toBeGreaterThanOrEqual(12)
  const near = HUES.flatMap((one, at) =>
    HUES.slice(at + 1)
      .filter((other) => hueDistance(one.figure, other.figure) < 20 && isDeep(one) === isDeep(other))
      .map((other) => `${one.figure} ${other.figure}`),
  )
  expect(near).toEqual([])
  expect(new Set(CUTS).size).toBe(CUTS.length)
})

function lookOf(name: string): string {
  const { ground, cut } = tileOf(name)
  return `${ground} ${cut}`
}

/** A deep ground has white ink. */
function isDeep({ ink }: (typeof HUES)[number]): boolean {
  return ink === '#ffffff'
}

/** Degrees on the colour circle. */
function hueDistance(one: string, other: string): number {
  const apart = Math.abs(hueOf(one) - hueOf(other))
  return Math.min(apart, 360 - apart)
}

function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return ((Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI + 360) % 360
}
