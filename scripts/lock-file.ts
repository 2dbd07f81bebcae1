/** What a complete lock file holds: every package, the builds for other platforms included, each with its checksum. */

export type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Entry> }

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'wasm32']
const CPUS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

/**
 * What is wrong with the lock file, one sentence each. Without a checksum, `npm ci` installs whatever the registry sends. An
 * address would name the registry of the machine that wrote the file; without one, npm asks the registry it is configured with.
 */
export function faultsOf(lock: Lock): string[] {
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  return [
    ...[...missingFrom(lock).keys()].map((path) => `${path} is missing`),
    ...entries.filter(([, entry]) => needsIntegrity(entry)).map(([path]) => `${path} has no checksum`),
    ...entries.filter(([, { resolved, link }]) => resolved && !link).map(([path]) => `${path} has an address`),
  ]
}

/** A bundled package is covered by the checksum of the package that contains it. */
export function needsIntegrity({ integrity, link, inBundle }: Entry): boolean {
  return !link && !inBundle && !integrity?.startsWith('sha512-')
}

/** The entries of platform builds that npm left out, by their place; without a checksum. */
export function missingFrom({ packages }: Lock): Map<string, Entry> {
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
