/** Each user's uploads run one after another, so that a user has at most one picture among those that wait to be decoded. */
import { DomainError } from '../../../domain/errors.ts'
import type { PictureClaim } from './decoder-queue.ts'
import { decoderQueue } from './draw-picture.ts'

/** Of one user: one upload in progress, and two that wait for it, whose bodies are not read yet. */
const UPLOADS_MAX = 3

const uploads = new Map<string, Promise<unknown>[]>()

/**
 * Reads and draws the user's picture in `work`, after the user's upload before it. Refuses with `busy` a fourth upload, and one that
 * would find no place among those that wait for a decoder, before its bytes are read.
 */
export function inPictureTurn<T>(claim: PictureClaim, work: () => Promise<T>): Promise<T> {
  const { userId } = claim
  const ahead = uploads.get(userId) ?? []
  if (ahead.length >= UPLOADS_MAX) return Promise.reject(new DomainError('busy'))
  const done = Promise.allSettled(ahead.slice(-1)).then(() => {
    decoderQueue.assertRoom(claim)
    return work()
  })
  uploads.set(userId, [...ahead, done])
  const leave = () => {
    const left = uploads.get(userId)?.filter((upload) => upload !== done) ?? []
    if (left.length === 0) uploads.delete(userId)
    else uploads.set(userId, left)
  }
  done.then(leave, leave)
  return done
}
