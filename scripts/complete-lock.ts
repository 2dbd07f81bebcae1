/**
 * `npm run lock`, after every `npm install`: names in the lock file the builds for other platforms that npm left out.
 * npm leaves out what the registry it asked did not have at that moment, and `npm ci` then refuses the lock file
 * everywhere (its error says "Missing: … from lock file"). Such an entry has no checksum: npm takes it from the
 * package's own metadata on the platform that needs it.
 */
import { readFile, writeFile } from 'node:fs/promises'

type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'wasm32']
const CPUS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(await readFile(file, 'utf8')) as Lock
const missing = missingFrom(lock)
if (process.argv.includes('--check')) {
  if (missing.size > 0) throw new Error(`run "npm run lock": it lacks ${[...missing.keys()].join(', ')}`)
} else {
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) })
  const [root, ...others] = packages
  others.sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(root ? [root, ...others] : others)
  await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${missing.size} entries added`)
}

function missingFrom({ packages }: Lock): Map<string, Entry> {
  const known = new Map(Object.entries(packages))
  const added = new Map<string, Entry>()
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies).filter(([each]) => isBinding(each))) {
      const found = lookUp(known, path, name)
      if (found?.version === version) continue
      const place = found ? `${path}/node_modules/${name}` : `node_modules/${name}`
      const entry = entryOf(name, version, dev)
      known.set(place, entry)
      added.set(place, entry)
    }
  }
  return added
}

/** The package that one at `path` resolves a name to: its own folder first, then each parent. */
function lookUp(known: Map<string, Entry>, path: string, name: string): Entry | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = known.get(folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`)
    if (found || folder === '') return found
  }
}

/** A build for one platform, by its name: "@scope/binding-linux-arm64-musl". */
function isBinding(name: string): boolean {
  return SYSTEMS.some((system) => name.split(/[/-]/).includes(system))
}

function entryOf(name: string, version: string, dev: boolean | undefined): Entry {
  const words = name.split(/[/-]/)
  const cpu = CPUS.find((each) => words.includes(each))
  const system = SYSTEMS.find((each) => words.includes(each) && each !== 'wasm32')
  const libc = words.includes('gnu') ? 'glibc' : words.includes('musl') ? 'musl' : undefined
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(system && { os: [system] }),
  }
}
