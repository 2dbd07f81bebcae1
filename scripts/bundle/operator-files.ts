/** The files of the site's folder that hold the operator's mark: the icons of tabs, home screens and notifications. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { inAsset } from '../../domain/asset.ts'
import type { Language } from '../../domain/languages.ts'
import { inProduct } from '../../domain/operator/product.ts'
import { shapesInColours } from '../../server/operator/logo.ts'
import { ICONS } from '../../server/operator/operator.ts'
import type { Operator } from '../../server/operator/operator.ts'

/** How much of the side the mark takes where a system may cut the icon into a circle. */
const MASKABLE_SHARE = 0.6
const TOUCH_SHARE = 0.7

/** The files by their names, each with the function that makes it. An icon that the operator's folder has is taken as it is. */
export function operatorFiles(operator: Operator): Map<string, () => Promise<Buffer>> {
  const { folder, colours } = operator
  const ground = colours.band.canvas
  const draw: Record<(typeof ICONS)[number], () => Promise<Buffer>> = {
    'icon-192.png': () => drawing(operator, { size: 192 }),
    'icon-512.png': () => drawing(operator, { size: 512 }),
    'icon-maskable-512.png': () => drawing(operator, { size: 512, share: MASKABLE_SHARE, ground }),
    'apple-touch-icon.png': () => drawing(operator, { size: 180, share: TOUCH_SHARE, ground }),
    'badge-96.png': () => silhouette(operator, 96),
  }
  return new Map([
    ['icon.svg', async () => Buffer.from(iconOf(operator))],
    ['icon-marked.svg', async () => Buffer.from(iconOf(operator, markOf(operator.logo.side)))],
    ...ICONS.map((name) => [name, () => ownOr(join(folder, name), draw[name])] as const),
  ])
}

function ownOr(file: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  return existsSync(file) ? readFile(file) : draw()
}

function iconOf({ logo, colours }: Operator, above = ''): string {
  const { side } = logo
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${shapesInColours(logo, colours)}${above}</svg>\n`
}

/** The red dot of a tab that waits for its reader. */
function markOf(side: number): string {
  const at = (share: number) => Math.round(side * share * 1000) / 1000
  const [edge, radius] = [at(0.75), at(6 / 26)]
  return `<circle cx="${edge}" cy="${at(0.25)}" r="${radius}" fill="#d3212c" stroke="#fff" stroke-width="${at(1.6 / 26)}"/>`
}

type Drawing = { size: number; share?: number; ground?: string }

function drawing({ logo, colours }: Operator, { size, share = 1, ground }: Drawing): Promise<Buffer> {
  const scale = (size * share) / logo.side
  const from = (size * (1 - share)) / 2
  const background = ground ? `<rect width="${size}" height="${size}" fill="${ground}"/>` : ''
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${background}` +
    `<g transform="translate(${from} ${from}) scale(${scale})">${shapesInColours(logo, colours)}</g></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** White where the mark is: systems colour the badge of a notification themselves, by its transparency. */
async function silhouette(operator: Operator, size: number): Promise<Buffer> {
  const alpha = await sharp(await drawing(operator, { size }))
    .extractChannel('alpha')
    .toBuffer()
  const white = { width: size, height: size, channels: 3, background: '#fff' } as const
  return sharp({ create: white }).joinChannel(alpha).png().toBuffer()
}

/** The colour of the band in the files of public/. */
export const BAND = '#0c2a32'

/** The manifest of the web app with the asset, and the operator's name and colours. */
export function manifestOf(text: string, language: Language, operator: Operator): string {
  const named: unknown = JSON.parse(text, (_, value: unknown) => {
    if (value === BAND) return operator.colours.band.canvas
    return typeof value === 'string' ? inProduct(inAsset(value), language, operator) : value
  })
  return `${JSON.stringify(named, null, 2)}\n`
}
