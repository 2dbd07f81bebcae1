/** The contrast of the theme’s colours, in every combination that the components use (WCAG 2.2, 1.4.3 and 1.4.11). */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { HUES } from '../domain/tile.ts'

const WEB = fileURLToPath(new URL('.', import.meta.url))
const CSS = readFileSync(`${WEB}theme.css`, 'utf8')

const light = coloursOf(':root')
const dark = { ...light, ...coloursOf('.dark,\n.band') }
const band = { ...dark, ...coloursOf('.band') }

/** Components place text of any of these colours on any of these backgrounds. `line/60` lies between `line` and what is under it. */
const TEXTS = ['ink', 'muted', 'buy', 'sell']
const BACKGROUNDS = ['canvas', 'surface', 'raised', 'line', 'accent-soft', 'buy-soft', 'sell-soft']
/** Backgrounds with one text colour of their own. */
const FILLS = [
  ['ink', 'canvas'],
  ['accent', 'on-accent'],
  ['buy', 'on-buy'],
  ['sell', 'on-sell'],
] as const
/** The borders of controls, also of invalid ones, and the focus outline. */
const OUTLINES = ['edge', 'sell', 'focus']
const SHEETS = ['canvas', 'surface', 'raised']

const classes = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: ['**/*.test.*'] }).flatMap((file) =>
  [...readFileSync(`${WEB}${file}`, 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map((match) => ({
    file,
    words: (match[1] ?? match[2] ?? match[3] ?? '').split(/\s+/),
  })),
)

test.each([
  ['light', light],
  ['dark', dark],
  ['band', band],
])('in %s colours, text has a contrast of 4.5 to its background, and an outline of 3', (_, colours) => {
  const pairs = [
    ...TEXTS.flatMap((text) => BACKGROUNDS.map((background) => [text, background, 4.5] as const)),
    ...FILLS.map(([background, text]) => [text, background, 4.5] as const),
    ...OUTLINES.flatMap((outline) => SHEETS.map((sheet) => [outline, sheet, 3] as const)),
  ]
  const faint = pairs.filter(
    ([one, other, least]) => contrast(colourIn(colours, one), colourIn(colours, other)) < least,
  )
  expect(faint).toEqual([])
})

test('text in the accent colour can be read on the band, and is nowhere else', () => {
  for (const background of ['canvas', 'surface']) {
    expect(contrast(colourIn(band, 'accent'), colourIn(band, background))).toBeGreaterThan(4.5)
  }
  expect(filesWith('text', 'accent')).toEqual(['offers/market/rates/RateBoard.tsx'])
})

test('components use no other colours for text and backgrounds, and no text on a fill but its own', () => {
  const own = new Map<string, string>(FILLS)
  const others = classes.flatMap(({ file, words }) => {
    const used = words.flatMap((word) => parse(word))
    return used.flatMap(({ variant, kind, colour }) => {
      const isKnown =
        kind === 'text'
          ? [...TEXTS, ...own.values(), 'accent'].includes(colour)
          : [...BACKGROUNDS, ...own.keys(), 'shade'].includes(colour)
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

type Colours = Record<string, string>

/** The custom properties of the rule with this selector. */
function coloursOf(selector: string): Colours {
  const body = new RegExp(`[^,]\\n${selector.replaceAll('.', '\\.')} \\{([^}]*)\\}`).exec(CSS)?.[1] ?? ''
  return Object.fromEntries(
    [...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

function colourIn(colours: Colours, name: string): string {
  const colour = colours[name]
  if (colour === undefined) throw new Error(`no colour ${name}`)
  return colour
}

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

/** WCAG’s contrast ratio of two colours. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
