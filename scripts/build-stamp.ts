import { createHash } from 'node:crypto'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ASSET } from '../domain/asset.ts'

/** The sources of the web client. A change in any of these requires a new build. */
const sources = [
  'web',
  'domain',
  'public',
  'scripts/build.ts',
  'scripts/write-pages.ts',
  'scripts/bundle',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'lingui.config.ts',
]

/** A hash over the asset on sale and the names and contents of the web client's sources, without tests. */
export async function sourceStamp(root: string): Promise<string> {
  const hash = createHash('sha256').update(`${ASSET}\0`)
  for (const source of sources) {
    for (const file of await filesOf(root, source)) {
      hash
        .update(`${file}\0`)
        .update(await readFile(join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesOf(root: string, source: string): Promise<string[]> {
  const found = await stat(join(root, source)).catch(() => null)
  if (found === null) return []
  if (!found.isDirectory()) return [source]
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length))
    .sort()
}
