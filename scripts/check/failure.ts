import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What failed, for the end of the check: where, its title, and the first line of its message. */
export function failure(file: string, title: string, message = ''): string {
  const place = file.startsWith(root) ? relative(root, file) : file
  return `${place && `${place} > `}${title}: ${stripVTControlCharacters(message).split('\n', 1)[0]}`
}
