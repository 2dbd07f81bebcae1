import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressFiles } from './compress-files.ts'

test('a folder’s text files get compressed copies, in folders below as well, and other files get none', async () => {
  const folder = await folderWith({
    'sw.js': 'self',
    'assets/a.js': 'let a',
    'assets/font.woff2': 'font',
    'index.html': 'page',
  })
  await compressFiles(folder)
  const written = ['assets/a.js.br', 'assets/a.js.gz', 'sw.js.br', 'sw.js.gz']
  expect((await filesOf(folder)).filter((file) => /\.(br|gz)$/.test(file))).toEqual(written)
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/a.js.br'))).toString()).toBe('let a')
  expect(gunzipSync(await readFile(join(folder, 'assets/a.js.gz'))).toString()).toBe('let a')
})

test('a compression that was stopped is continued, and finished copies stay as they are', async () => {
  const stopped = { 'b.js': 'let b', 'b.js.gz': 'finished', 'b.js.unfinished.br': 'half' }
  const folder = await folderWith({ 'a.js': 'let a', 'a.js.gz': 'finished', 'a.js.br': 'finished', ...stopped })
  await compressFiles(folder)
  expect(await readFile(join(folder, 'a.js.br'), 'utf8')).toBe('finished')
  expect(brotliDecompressSync(await readFile(join(folder, 'b.js.br'))).toString()).toBe('let b')
  expect(await filesOf(folder)).not.toContain('b.js.unfinished.br')
})

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf compress-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).map((file) => file.replaceAll('\\', '/')).toSorted()
}
