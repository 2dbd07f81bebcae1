/** Draws pictures in a process of its own, one at a time, and keeps the latest in memory. */
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DomainError } from '../../../domain/errors.ts'
import { startPictureProcess } from '../../http/pictures/picture-process.ts'

const DRAWING_PROCESS = fileURLToPath(new URL('drawing-process.ts', import.meta.url))
/** Different pictures that wait; the next is refused with `busy`. */
const QUEUE_MAX = 16
/** About 30 kB each. */
const KEPT_MAX = 200

export type Drawing = { svg: string }
export type Drawer = {
  /** Whether the picture needs no work. */
  has: (svg: string) => boolean
  /** The PNG. Equal pictures that are asked for at the same time are drawn once. */
  draw: (svg: string) => Promise<Buffer>
}

export function createDrawer(script = DRAWING_PROCESS, keptMax = KEPT_MAX): Drawer {
  const process = startPictureProcess<Drawing, Uint8Array>(script, [tmpdir()])
  /** In the order of their last use. */
  const kept = new Map<string, Promise<Buffer>>()
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  function draw(svg: string): Promise<Buffer> {
    const known = kept.get(svg)
    if (!known && waiting >= QUEUE_MAX) return Promise.reject(new DomainError('busy'))
    const picture = known ?? drawNext(svg)
    kept.delete(svg)
    kept.set(svg, picture)
    for (const oldest of kept.keys()) if (kept.size > keptMax) kept.delete(oldest)
    return picture
  }

  function drawNext(svg: string): Promise<Buffer> {
    waiting++
    const picture = last.then(() => drawNow(svg)).finally(() => waiting--)
    last = picture.catch(() => kept.delete(svg))
    return picture
  }

  async function drawNow(svg: string): Promise<Buffer> {
    const png = await process.run({ svg })
    if (!png) throw new DomainError('busy')
    return Buffer.from(png)
  }

  return { has: (svg) => kept.has(svg), draw }
}
