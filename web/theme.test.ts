/** The contrast of the theme’s colours, in every combination that the components use (WCAG 2.2, 1.4.3 and 1.4.11). */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  BACKGROUND_COLOURS,
  contrast,
  faintPairs,
  FILLS,
  inColours,
  TEXT_COLOURS,
  themesOf,
  type OperatorColours,
} from '../domain/operator/colours.ts'
import { HUES } from '../domain/tile.ts'

const WEB = fileURLToPath(new URL('.', import.meta.url))
const { colours } = JSON.parse(readFileSync(`${WEB}../operator/operator.json`, 'utf8')) as { colours: OperatorColours }
const CSS = inColours(readFileSync(`${WEB}theme.css`, 'utf8'), colours)

const { light, dark, band } = themesOf(CSS)

const classes = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: ['**/*.test.*'] }).flatMap((file) =>
  [...readFileSync(`${WEB}${file}`, 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map((match) => ({
    file,
    words: (match[1] ?? match[2] ?? match[3] ?? '').split(/\s+/),
  })),
)

test('text has a contrast of 4.5 to its background, and an outline of 3', () => {
  expect(faintPairs({ light, dark, band })).toEqual([])
})

test('text in the accent colour, which is checked on the band, is nowhere else', () => {
  expect(filesWith('text', 'accent')).toEqual(['offers/rates/RateBoard.tsx'])
})

test('components use no other colours for text and backgrounds, and no text on a fill but its own', () => {
  const own = new Map<string, string>(FILLS)
  const others = classes.flatMap(({ file, words }) => {
    const used = words.flatMap((word) => parse(word))
    return used.flatMap(({ variant, kind, colour }) => {
      const isKnown =
        kind === 'text'
          ? [...TEXT_COLOURS, ...own.values(), 'accent'].includes(colour)
          : [...BACKGROUND_COLOURS, ...own.keys(), 'shade'].includes(colour)
      const texts = used.filter((each) => each.kind === 'text' && each.variant === variant).map((each) => each.colour)
      const isOwn = kind === 'text' || !own.has(colour) || texts.every((text) => text === own.get(colour))
      return isKnown && isOwn ? [] : [`${file}: ${kind}-${colour}`]
    })
  })
  expect(others).toEqual([])
  expect(filesWith('bg', 'sell-soft')).toContain('ui/notices/ErrorNote.tsx')
})

/** A tile has the same colours in every surroundings. */
test('on a user’s tile, the initial has a contrast of 4.5 to both colours of every hue', () => {
  const faint = HUES.filter(({ ground, figure, ink }) => Math.min(contrast(ground, ink), contrast(figure, ink)) < 4.5)
  expect(faint).toEqual([])
})

test('the contrast of black and white is 21, and #767676 on white is the faintest grey that passes', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeGreaterThan(4.5)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
})

type Use = { variant: string; kind: 'text' | 'bg'; colour: string }

/** `hover:bg-line/60`: a background in `line` for the variant `hover:`. Sizes such as `text-sm` are no colours. */
function parse(word: string): Use[] {
  const match = /^((?:[^:\s]+:)*)(text|bg)-([a-z-]+?)(?:\/\d+)?$/.exec(word)
  if (!match) return []
  const [, variant = '', kind = '', colour = ''] = match
  return CSS.includes(`--color-${colour}: `) && !['transparent', 'current'].includes(colour)
    ? [{ variant, kind: kind as Use['kind'], colour }]
    : []
}

function filesWith(kind: Use['kind'], colour: string): string[] {
  const files = classes
    .filter(({ words }) =>
      words.flatMap((word) => parse(word)).some((use) => use.kind === kind && use.colour === colour),
    )
    .map(({ file }) => file)
  return [...new Set(files)]
}
