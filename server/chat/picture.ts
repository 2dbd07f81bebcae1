import { IMAGE_SIDE_MAX } from '../../domain/chat/chat.ts'
import { drawPicture } from '../http/pictures/draw-picture.ts'
import type { Picture } from '../http/pictures/draw-picture.ts'

/** A picture for a chat: uncropped, its longer side `IMAGE_SIDE_MAX` at most. Refuses as `drawPicture` does. */
export function makePicture(file: Buffer): Promise<Picture> {
  return drawPicture(file, { width: IMAGE_SIDE_MAX, height: IMAGE_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
}
