/** The process that draws pictures, one at a time: an SVG in, a PNG out. Its arguments: a folder for temporary files. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFonts } from './fonts.ts'
import type { Drawing } from './draw-picture.ts'

const MEMORY_MAX_BYTES = 512 * 1024 * 1024
const MEMORY_CHECK_MS = 20

const fonts = await writeFonts(process.argv[2] ?? '.')
// Fontconfig reads it before the first text, so sharp is loaded after it.
process.env.FONTCONFIG_FILE = join(fonts, 'fonts.conf')
const { default: sharp } = await import('sharp')
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvg'] })

process.on('exit', () => rmSync(fonts, { recursive: true, force: true }))
for (const event of ['disconnect', 'SIGTERM'] as const) process.on(event, () => process.exit())
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_MAX_BYTES) process.exit(1)
}, MEMORY_CHECK_MS)

process.on('message', ({ svg }: Drawing) => {
  // 128 colours keep the edges of glyphs smooth, and halve the file.
  const png = sharp(Buffer.from(svg)).png({ palette: true, colours: 128 }).toBuffer()
  png.then(
    (bytes) => process.send?.(bytes),
    () => process.send?.(null),
  )
})
