import { ApiError } from './client.ts'

/** Whether the server reports an internal error. A malformed answer is an unexpected error instead (spec-coverage 8). */
export function isFault(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500 && error.code !== 'unexpected_answer'
}
