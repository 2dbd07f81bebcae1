import { drawPicture } from '../http/pictures/draw-picture.ts'
import type { Picture } from '../http/pictures/draw-picture.ts'

/** A picture for a chat: uncropped, within the bounds of a stored picture. Refuses as `drawPicture` does. */
export function makePicture(file: Buffer): Promise<Picture> {
  return drawPicture(file, 'whole')
}
