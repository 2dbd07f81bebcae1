/** Each user's uploads run one after another, so that a user has at most one picture among those that wait to be decoded. */
import { DomainError } from '../../../domain/errors.ts'

/** Of one user: one upload in progress, and two that wait for it, whose bodies are not read yet. */
const UPLOADS_MAX = 3

const uploads = new Map<string, Promise<unknown>[]>()

/** Reads and draws the user's picture in `work`, after the user's upload before it. Refuses a fourth upload with `busy`. */
export function inPictureTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const ahead = uploads.get(userId) ?? []
  if (ahead.length >= UPLOADS_MAX) return Promise.reject(new DomainError('busy'))
  const done = Promise.allSettled(ahead.slice(-1)).then(work)
  uploads.set(userId, [...ahead, done])
  const leave = () => {
    const left = uploads.get(userId)?.filter((upload) => upload !== done) ?? []
    if (left.length === 0) uploads.delete(userId)
    else uploads.set(userId, left)
  }
  done.then(leave, leave)
  return done
}
