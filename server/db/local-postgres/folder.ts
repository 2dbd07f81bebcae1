import { mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The paths of one local Postgres; every path is absolute, with links resolved. */
export type DataFolder = { path: string; cluster: string; logFile: string }

/** Makes the data folder when it is missing. Only its owner may enter it. */
export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 })
  const path = await realpath(dataDir)
  return { path, cluster: join(path, 'postgres'), logFile: join(path, 'postgres.log') }
}

/** The user id that owns a path, or null when the path does not exist. */
export async function ownerOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).uid
  } catch {
    return null
  }
}

/** The last 2,000 characters Postgres wrote, for an error message. */
export async function logTail(folder: DataFolder): Promise<string> {
  try {
    return (await readFile(folder.logFile, 'utf8')).slice(-2000)
  } catch {
    return '(it wrote nothing)'
  }
}
