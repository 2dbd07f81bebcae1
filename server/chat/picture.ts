import type { PictureClaim } from '../http/pictures/decoder-queue.ts'
import { drawPicture } from '../http/pictures/draw-picture.ts'
import type { Picture } from '../http/pictures/draw-picture.ts'

/** A picture for a chat: uncropped, within the bounds of a stored picture. Refuses as `drawPicture` does. */
export function makePicture(claim: PictureClaim, file: Buffer): Promise<Picture> {
  return drawPicture(claim, file, 'whole')
}
