/** Pictures of component tests, whose DOM decodes and draws none. */
import { vi } from 'vitest'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A file that begins as a PNG and has so many bytes more. */
export function pictureFile(more = 100): File {
  return new File([PNG, new Uint8Array(more)], 'photo.png', { type: 'image/png' })
}

type Fake = { width: number; height: number; encoded?: string | null; types?: readonly string[] }

/**
 * Every picture is decoded to this size, and encoded as one of `types`, or as a PNG, as browsers do with a type they do not know;
 * `encoded` null: it cannot be. Lists the sizes that were drawn.
 */
export function fakeCanvas({ width, height, encoded = 'scaled', types = ['image/webp', 'image/jpeg'] }: Fake) {
  const drawn: number[][] = []
  const close = vi.fn<() => void>()
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close }))
  const context = {
    drawImage: (_: unknown, _x: number, _y: number, ...size: number[]) => drawn.push(size),
    fillRect: () => {},
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => context) as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = '') =>
    done(encoded === null ? null : new Blob([encoded], { type: types.includes(type) ? type : 'image/png' })),
  )
  return { drawn, closed: () => close.mock.calls.length }
}
