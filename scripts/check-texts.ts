/** Fails when a text of the source is missing in a catalogue, or a catalogue holds one the source has lost. */
import { execFileSync } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'web/locales')

const before = await readCatalogues()
lingui('extract', '--clean')
const after = await readCatalogues()
const stale = [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name)
for (const [name, text] of before) await writeFile(join(folder, name), text)
if (stale.length > 0) throw new Error(`Run "npm run texts": ${stale.join(', ')} differ from the source`)

for (const [name, text] of before) {
  const missing = [...text.matchAll(/^msgid "(.+)"\nmsgstr ""\n\n/gm)].map(([, id]) => id)
  if (missing.length > 0) throw new Error(`${name} lacks translations of: ${missing.join(' | ')}`)
}

function lingui(...args: string[]): void {
  execFileSync(join(root, 'node_modules/.bin/lingui'), args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function readCatalogues(): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.po')).sort()
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}
