/**
 * Scales a picture in the browser to the size at which it is stored, upright, before it is sent: a slow line has less to
 * carry, and a phone makes more pixels than the server decodes.
 */
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, storedSize, type PictureSize } from '../../domain/pictures.ts'

export type Scaling = { from: PictureSize; to: PictureSize }
/** `scaling` is null for a picture that keeps its size, and for one that this browser cannot decode. */
export type ScaledPicture = { file: File; scaling: Scaling | null }

const QUALITY = 0.92

/** The same file where it is small enough, and where this browser cannot decode or encode it: the server then decides. */
export async function scalePicture(file: File): Promise<ScaledPicture> {
  const picture = await decoded(file)
  if (!picture) return { file, scaling: null }
  const { width, height } = picture
  const to = storedSize(picture)
  const scaling = to.width === width && to.height === height ? null : { from: { width, height }, to }
  const isAccepted = file.size <= IMAGE_MAX_BYTES && width * height <= IMAGE_MAX_PIXELS
  const scaled = scaling === null && isAccepted ? null : await encoded(picture, to)
  picture.close()
  if (!scaled || (isAccepted && scaled.size >= file.size)) return { file, scaling }
  return { file: new File([scaled], file.name, { type: scaled.type }), scaling }
}

async function decoded(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch {
    return null
  }
}

async function encoded(picture: ImageBitmap, { width, height }: PictureSize): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  const webp = await blobOf(canvas, 'image/webp')
  if (webp?.type === 'image/webp') return webp
  // Safari encodes no WebP, and a JPEG is not transparent.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return blobOf(canvas, 'image/jpeg')
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((done) => canvas.toBlob(done, type, QUALITY))
}
