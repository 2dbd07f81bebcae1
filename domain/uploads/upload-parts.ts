/** A large file is sent in parts, so that an upload that broke off continues where it stopped (decisions: Chat). */
import { IMAGE_MAX_BYTES } from '../pictures.ts'
import { FILE_MAX_BYTES } from '../trades/evidence.ts'

/** The size of each part but the last. A file of one part is sent in the form itself. */
export const PART_BYTES = 256 * 1024
/** The parts of the largest file that any form takes. */
export const PARTS_MAX = Math.ceil(Math.max(IMAGE_MAX_BYTES, FILE_MAX_BYTES) / PART_BYTES)
/** Parts that one user may send in a minute: those of six files of the largest size. */
export const PARTS_PER_MINUTE = 6 * PARTS_MAX
