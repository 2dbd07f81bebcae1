import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What failed, for the end of the check: where, its title, and the first line of its message. */
export function failure(file: string, title: string, message = ''): string {
  const place = placeOf(file)
  return `${place && `${place} > `}${title}: ${stripVTControlCharacters(message).split('\n', 1)[0]}`
}

/** The path of a file from the root of the project. */
export function placeOf(file: string): string {
  return file.startsWith(root) ? relative(root, file) : file
}
