/** The secret of a demonstration, which must start without settings: a file of its owner alone, apart from the database. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './db/error-codes.ts'

/** Reads the secret of a data folder; the first of concurrent processes makes it. */
export async function demoSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  const found = await read(file)
  if (found !== null) return found
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Not by process id, which containers that share the folder have in common.
  const unfinished = `${file}.new-${randomBytes(6).toString('hex')}`
  await writeFile(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // Not a rename, which would replace the file of another process.
    await link(unfinished, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  return (await read(file))!
}

async function read(file: string): Promise<string | null> {
  try {
    const { mode } = await stat(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new Error(`${file} can be read by other users. Run: chmod 600 ${file}`)
    }
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}
