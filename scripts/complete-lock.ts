/**
 * `npm run lock`, after every `npm install`: adds the builds for other platforms that npm left out to the lock file, with
 * their checksums. npm leaves out what its registry did not have at that moment, and `npm ci` then refuses the lock file
 * everywhere (its error says "Missing: … from lock file"). `--check` only reports what is wrong.
 * The tools of the contracts have a lock file of their own.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { faultsOf, missingFrom, needsIntegrity } from './lock-file.ts'
import type { Lock } from './lock-file.ts'

const files = ['../package-lock.json', '../contracts/package-lock.json'].map((path) => new URL(path, import.meta.url))
for (const file of files) {
  const lock = JSON.parse(await readFile(file, 'utf8')) as Lock
  if (process.argv.includes('--check')) {
    const faults = faultsOf(lock)
    if (faults.length > 0) throw new Error(`run "npm run lock":\n${faults.join('\n')}`)
  } else {
    await complete(file, lock)
  }
}

async function complete(file: URL, lock: Lock): Promise<void> {
  const missing = missingFrom(lock)
  const [root, ...others] = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) })
  for (const [path, entry] of others) {
    if (!entry.link) delete entry.resolved
    if (needsIntegrity(entry)) entry.integrity = await publishedIntegrity(path, entry.version ?? '')
  }
  others.sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(root ? [root, ...others] : others)
  await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${missing.size} entries added`)
}

/** The checksum that the registry publishes. Throws where the registry lacks the version. */
async function publishedIntegrity(path: string, version: string): Promise<string> {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', `${name}@${version}`, 'dist.integrity'])
    return stdout.trim()
  } catch (cause) {
    const advice = 'choose a version of its package whose builds are all published'
    throw new Error(`the registry has no ${name}@${version}: ${advice}`, { cause })
  }
}
