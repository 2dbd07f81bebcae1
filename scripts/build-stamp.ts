import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ASSET } from '../domain/asset.ts'
import { FIAT_CURRENCIES } from '../domain/offers/currencies.ts'
import { ICONS, readOperator } from '../server/operator/operator.ts'
import { OperatorError } from '../server/setting-values.ts'

export const BUNDLER = 'node_modules/vite/bin/vite.js'
/** What the build was made from and when, written when it is complete. */
export const STAMP = 'build/stamp'

/** The sources of the web client. A change in any of these requires a new build. */
export const SOURCES = [
  'web',
  'domain',
  'public',
  'server/operator',
  'scripts/build.ts',
  'scripts/write-pages.ts',
  'scripts/bundle',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'lingui.config.ts',
]

/** Whether the packages that build the web client are installed: `npm ci --omit=dev` leaves them out. */
export function canBuild(root: string): boolean {
  return existsSync(join(root, BUNDLER))
}

/** For a checkout that cannot build: throws unless its build is of these very sources, this asset and these currencies. Writes nothing. */
export async function assertBuilt(root: string): Promise<void> {
  const found = await readFile(join(root, STAMP), 'utf8').catch(() => null)
  if (found === null) throw new OperatorError(`There is no web client in build/, ${ADVICE}`)
  if (found.split(' ')[0] === (await sourceStamp(root))) return
  throw new OperatorError(
    `The web client in build/ was made from other sources, or with another ASSET than ${ASSET}, other CURRENCIES than ${FIAT_CURRENCIES.join(' ')} or another OPERATOR, ${ADVICE}`,
  )
}

const ADVICE =
  'and the packages that build it are not installed: run "npm ci && npm run build" in such a checkout, here or on another ' +
  'machine, and copy its folder build/ to this one.'

/** A hash over the asset on sale, the currencies, the operator's folder and the names and contents of the web client's sources, without tests. */
export async function sourceStamp(root: string): Promise<string> {
  const hash = createHash('sha256').update(`${ASSET}\0${FIAT_CURRENCIES.join(' ')}\0`)
  await addOperator(hash)
  for (const source of SOURCES) for (const file of await filesOf(root, source)) await addFile(root, file, hash)
  return hash.digest('hex')
}

/** Wherever the folder is, and whatever else it holds. */
async function addOperator(hash: Hash): Promise<void> {
  const { folder, ...operator } = readOperator(process.env.OPERATOR)
  hash.update(`${JSON.stringify(operator)}\0`)
  for (const icon of ICONS) if (existsSync(join(folder, icon))) await addFile(folder, icon, hash)
}

async function addFile(folder: string, file: string, hash: Hash): Promise<void> {
  hash
    .update(`${file}\0`)
    .update(await readFile(join(folder, file)))
    .update('\0')
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
