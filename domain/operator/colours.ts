/** The colours that an operator chooses, and what can be read in them (WCAG 2.2, 1.4.3 and 1.4.11). */

/** Each as "#f3b61f". `band`: the header and the dark strips of every page. */
export type OperatorColours = {
  onAccent: string
  light: { accent: string; accentSoft: string }
  dark: { accent: string; accentSoft: string }
  band: { canvas: string; surface: string; line: string; edge: string }
}

/** By the word that stands for it in web/theme.css. */
export function colourWords({ onAccent, light, dark, band }: OperatorColours): Readonly<Record<string, string>> {
  return {
    'operator-on-accent': onAccent,
    'operator-light-accent': light.accent,
    'operator-light-accent-soft': light.accentSoft,
    'operator-dark-accent': dark.accent,
    'operator-dark-accent-soft': dark.accentSoft,
    'operator-band-canvas': band.canvas,
    'operator-band-surface': band.surface,
    'operator-band-line': band.line,
    'operator-band-edge': band.edge,
  }
}

/** The style sheet with the operator's colours in place of the words. */
export function inColours(styleSheet: string, colours: OperatorColours): string {
  const words = colourWords(colours)
  return styleSheet.replaceAll(/\boperator-[a-z-]+/g, (word) => words[word] ?? word)
}

export type Theme = Readonly<Record<string, string>>
export type Themes = { light: Theme; dark: Theme; band: Theme }

/** Components place text of any of these colours on any of these backgrounds. `line/60` lies between `line` and what is under it. */
export const TEXT_COLOURS = ['ink', 'muted', 'buy', 'sell'] as const
export const BACKGROUND_COLOURS = [
  'canvas',
  'surface',
  'raised',
  'line',
  'accent-soft',
  'buy-soft',
  'sell-soft',
] as const
/** Backgrounds with one text colour of their own. */
export const FILLS = [
  ['ink', 'canvas'],
  ['accent', 'on-accent'],
  ['buy', 'on-buy'],
  ['sell', 'on-sell'],
] as const
/** The borders of controls, also of invalid ones, and the focus outline. */
const OUTLINES = ['edge', 'sell', 'focus']
const SHEETS = ['canvas', 'surface', 'raised']

const TEXT_CONTRAST = 4.5
const OUTLINE_CONTRAST = 3

/** The custom properties of each surrounding, of a style sheet with all its colours written out. */
export function themesOf(styleSheet: string): Themes {
  const light = coloursOf(styleSheet, ':root')
  const dark = { ...light, ...coloursOf(styleSheet, '.dark,\n.band') }
  return { light, dark, band: { ...dark, ...coloursOf(styleSheet, '.band') } }
}

/** The custom properties of the rule with this selector. */
function coloursOf(styleSheet: string, selector: string): Theme {
  const body = new RegExp(`[^,]\\n${selector.replaceAll('.', '\\.')} \\{([^}]*)\\}`).exec(styleSheet)?.[1] ?? ''
  return Object.fromEntries(
    [...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

export type Faint = { surrounding: keyof Themes; colour: string; on: string; contrast: number; least: number }

/** Every pair of colours that components use together and that is fainter than WCAG allows: text below 4.5, outlines below 3. */
export function faintPairs(themes: Themes): Faint[] {
  const pairs = [
    ...TEXT_COLOURS.flatMap((text) => BACKGROUND_COLOURS.map((on) => [text, on, TEXT_CONTRAST] as const)),
    ...FILLS.map(([on, text]) => [text, on, TEXT_CONTRAST] as const),
    ...OUTLINES.flatMap((outline) => SHEETS.map((on) => [outline, on, OUTLINE_CONTRAST] as const)),
  ]
  // Prices of the rate board are the only text in the accent colour, and stand on the band.
  const onBand = ['canvas', 'surface'].map((on) => ['accent', on, TEXT_CONTRAST] as const)
  return (['light', 'dark', 'band'] as const).flatMap((surrounding) =>
    [...pairs, ...(surrounding === 'band' ? onBand : [])].flatMap(([colour, on, least]) => {
      const found = contrast(colourIn(themes[surrounding], colour), colourIn(themes[surrounding], on))
      return found < least ? [{ surrounding, colour, on, contrast: found, least }] : []
    }),
  )
}

function colourIn(theme: Theme, name: string): string {
  const colour = theme[name]
  if (colour === undefined) throw new Error(`no colour ${name}`)
  return colour
}

/** WCAG’s contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
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
