import { readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|css|svg|json|webmanifest)$/

/**
 * Writes a .gz and a .br beside every text file of the folder that lacks them, so that a compression that was stopped is continued.
 * The server sends a file as it is until its copies exist.
 */
export async function compressFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  const existing = new Set(files)
  const missing = files.filter((file) => TEXT.test(file) && !existing.has(`${file}.br`))
  await Promise.all(missing.map((file) => compress(join(folder, file))))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeCopy(file, 'gz', await promisify(gzip)(content, { level: 9 }))
  await writeCopy(file, 'br', await promisify(brotliCompress)(content, best))
}

/** Renamed when it is whole, since the server may be sending these files already. */
async function writeCopy(file: string, encoding: 'br' | 'gz', content: Buffer): Promise<void> {
  const unfinished = `${file}.unfinished.${encoding}`
  await writeFile(unfinished, content)
  await rename(unfinished, `${file}.${encoding}`)
}
