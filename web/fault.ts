import { ApiError } from './client.ts'

/** Whether the server says that it failed. An answer that cannot be read is something unexpected instead (spec-coverage 8). */
export function isFault(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500 && error.code !== 'unexpected_answer'
}
