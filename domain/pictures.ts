/** Limits of an uploaded picture, and the size at which it is stored (decisions: Interface). */

export const IMAGE_MAX_BYTES = 5 * 1024 * 1024
/** More is not decoded: it costs the server too much memory and time. Browsers scale a larger picture before they send it. */
export const IMAGE_MAX_PIXELS = 25_000_000

/**
 * Bounds of a stored picture. The shorter side is that of a photo of 2048 x 1536, and wider than the screen of any phone, so that
 * a scrolled screenshot keeps its width. The area is the largest that an iPhone's browser can draw, and the longer side
 * is the longest of a WebP.
 */
export const STORED_SHORT_SIDE_MAX = 1536
export const STORED_LONG_SIDE_MAX = 16_383
export const STORED_AREA_MAX = 16_777_216
export const STORED_BYTES_MAX = 6_000_000

/** The bounds in the description of an endpoint. */
export const SCALED_DOWN = `scaled down to at most ${STORED_AREA_MAX} pixels, ${STORED_SHORT_SIDE_MAX} on the shorter side and ${STORED_LONG_SIDE_MAX} on the longer`

export type PictureSize = { width: number; height: number }

/**
 * The size at which a picture is stored: its own if it is within the bounds.
 * 1080 x 12000 stays; 1440 x 20000 becomes 1099 x 15264; 8160 x 6144 becomes 2040 x 1536.
 */
export function storedSize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(
    STORED_SHORT_SIDE_MAX / Math.min(width, height),
    STORED_LONG_SIDE_MAX / Math.max(width, height),
    Math.sqrt(STORED_AREA_MAX / (width * height)),
  )
  if (scale >= 1) return { width, height }
  // 3864 x (1536 / 3864) is a little less than 1536.
  const scaled = (side: number) => Math.max(1, Math.floor(side * scale + 1e-6))
  return { width: scaled(width), height: scaled(height) }
}
