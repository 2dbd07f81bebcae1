/** A copy of the project, in which mutants are planted while the project itself stays as it is. */
import { execFile, execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Mutant } from './mutant.ts'

/** The tracked files and those not yet added, beside the installed packages. Returns the folder. */
export async function copyProject(root: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'sarraf-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\n').filter(Boolean)) {
    await mkdir(join(copy, dirname(file)), { recursive: true })
    await copyFile(join(root, file), join(copy, file))
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  // Some tests ask git for the project's files.
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
  execFileSync('git', ['add', '--all'], { cwd: copy })
  return copy
}

/** The file's text without and with the mutant; null where the mutant does not apply. */
export async function textsOf({ file, from, to }: Mutant): Promise<{ original: string; mutated: string } | null> {
  const original = await readFile(file, 'utf8').catch(() => '')
  return original.split(from).length === 2 ? { original, mutated: original.replace(from, () => to) } : null
}

/**
 * The first type error of each mutant that has one. A mutant that uses an undefined name fails every test, and so proves
 * nothing. The compiler runs once: each mutated file stands beside the original, under another name.
 */
export async function findTypeErrors(mutants: readonly Mutant[]): Promise<Map<Mutant, string>> {
  const places = mutants.flatMap((mutant, index) =>
    /\.tsx?$/.test(mutant.file) ? [{ mutant, path: mutant.file.replace(/\.(tsx?)$/, `-mutant-${index}.$1`) }] : [],
  )
  for (const { mutant, path } of places) await writeFile(path, (await textsOf(mutant))?.mutated ?? '')
  const lines = await typeErrors()
  for (const { path } of places) await rm(path)
  return new Map(
    places.flatMap(({ mutant, path }) => {
      const line = lines.find((text) => text.startsWith(`${path}(`))
      return line === undefined ? [] : [[mutant, line.slice(line.indexOf('error '))] as const]
    }),
  )
}

async function typeErrors(): Promise<string[]> {
  const compiler = promisify(execFile)('node_modules/.bin/tsc', ['-p', '.', '--pretty', 'false'])
  const { stdout } = await compiler.catch((error: { stdout: string }) => error)
  return stdout.split('\n')
}
