/** The drawing itself: characters without fonts of the machine, hostile text, and bounds on the work. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOperator } from '../../operator/operator.ts'
import { createDrawer } from './draw-picture.ts'
import { drawingOf, fitted, wrapped } from './svg.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sarraf-drawings-'))
})
afterAll(() => rm(folder, { recursive: true }))

const drawer = createDrawer()
const withText = (text: string, language: 'en' | 'ar' = 'en') =>
  drawingOf(readOperator(undefined), {
    language,
    name: 'amina',
    note: '',
    lines: [{ y: 300, words: [{ text, size: 80, isBold: true }] }],
  })

/** How wide the drawn text is, in pixels. */
async function inkOf(text: string, language: 'en' | 'ar' = 'en'): Promise<number> {
  const png = await drawer.draw(withText(text, language))
  const area = { left: 260, top: 200, width: 880, height: 180 }
  const { info } = await sharp(await sharp(png).extract(area).toBuffer())
    .trim()
    .toBuffer({ resolveWithObject: true })
  return info.width
}

describe('characters', () => {
  test('characters of both alphabets are drawn, each as itself', async () => {
    const pictures = await Promise.all(['A', 'B', 'é', '3', 'ب', 'س', 'ك'].map((text) => drawer.draw(withText(text))))
    expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(7)
  })

  test('Arabic characters are joined', async () => {
    expect(await inkOf('ببببب', 'ar')).toBeLessThan((await inkOf('ب\u200Cب\u200Cب\u200Cب\u200Cب', 'ar')) * 0.8)
  })

  test.each([
    ['the non-breaking hyphen of French', 'peut\u2011être', 'peut-être'],
    ['the narrow no-break space', '1\u202F000', '1\u00A0000'],
  ])('%s is drawn as a sign that the font has', (_, text, drawn) => {
    expect(withText(text)).toBe(withText(drawn))
  })
})

describe('text of traders', () => {
  const HOSTILE = ['</text><script>alert(1)</script>', '&lt;', '&unknown;', '<![CDATA[', '\u0000\u001B', '{0}', '%s']

  test.each(HOSTILE)('%j is drawn as text', async (text) => {
    const svg = withText(text)
    expect(svg.match(/<(?!\/?(?:svg|rect|g|path|text|tspan)\b)/g)).toBeNull()
    expect((await drawer.draw(svg)).subarray(1, 4).toString()).toBe('PNG')
  })

  test('a long text is shrunk to its line, and wrapped text fits', async () => {
    const size = /font-size="(\d+)" [^>]*>W{40}</.exec(withText('W'.repeat(40)))?.[1]
    expect(Number(size)).toBeLessThan(25)
    expect(wrapped('Dinars, euros or dollars in. USDT out.', 68)).toEqual(['Dinars, euros or dollars in.', 'USDT out.'])
    const long = 'Algerian dinars, dirhams, dollars, euros, dinars, pounds, francs or crowns in. USDT out.'
    expect(wrapped(long, 68).length).toBeGreaterThan(3)
    const slogan = fitted(long, [68, 54, 44], 3)
    expect(slogan.lines.join(' ')).toBe(long)
    expect(slogan.lines.length).toBeLessThanOrEqual(3)
    expect(slogan.size).toBeLessThan(68)
  })
})

describe('work', () => {
  /** A process that answers with the number of drawings so far, and never to "hang". */
  async function counting(keptMax?: number) {
    const script = join(folder, `${crypto.randomUUID()}.mjs`)
    await writeFile(
      script,
      `let drawn = 0
       process.on('message', ({ svg }) => {
         drawn++
         if (svg !== 'hang') process.send(Buffer.from(svg === 'fail' ? '' : String(drawn)))
       })`,
    )
    const { draw, has } = createDrawer(script, keptMax)
    return { draw: async (svg: string) => (await draw(svg)).toString(), has }
  }

  test('a picture asked for twice is drawn once', async () => {
    const { draw } = await counting()
    expect(await Promise.all([draw('a'), draw('a'), draw('b')])).toEqual(['1', '1', '2'])
    expect(await draw('a')).toBe('1')
  })

  test('the pictures used last are kept', async () => {
    const { draw, has } = await counting(2)
    for (const svg of ['a', 'b', 'a', 'c']) await draw(svg)
    expect(['a', 'b', 'c'].map(has)).toEqual([true, false, true])
  })

  test('beyond 16 pictures that wait, the next is refused, and the drawn ones are still sent', async () => {
    const { draw } = await counting()
    expect(await draw('known')).toBe('1')
    const waiting = Array.from({ length: 16 }, (_, index) => draw(`picture ${index}`))
    await expect(draw('one more')).rejects.toMatchObject({ code: 'busy' })
    expect(await draw('known')).toBe('1')
    expect(await Promise.all(waiting)).toHaveLength(16)
    expect(await draw('one more')).toBe('18')
  })

  test('a picture that cannot be drawn is refused and not kept', async () => {
    await expect(drawer.draw('no SVG')).rejects.toMatchObject({ code: 'busy' })
    expect(drawer.has('no SVG')).toBe(false)
    expect((await drawer.draw(withText('next'))).length).toBeGreaterThan(1000)
  })

  test('no file but SVG is read, and an SVG reads no other file', async () => {
    const file = join(folder, 'secret.png')
    await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ff0000' } }).toFile(file)
    await expect(drawer.draw(await sharp(file).toBuffer().then(String))).rejects.toMatchObject({ code: 'busy' })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><image width="40" height="40" href="file://${file}"/></svg>`
    const { data } = await sharp(await drawer.draw(svg))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).not.toBe(255)
  })
})
