/** What a server with production packages only can load: `npm ci --omit=dev` installs `dependencies`, and nothing of `devDependencies`. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
}

/** The commands of an operator: those for development name `node-guard.mjs` as a program of its own. */
const OPERATOR_COMMAND = /^node --import \.\/scripts\/node-guard\.mjs (?<file>\S+)$/
const commands = Object.values(scripts).flatMap((text) => OPERATOR_COMMAND.exec(text)?.groups?.file ?? [])

/** An import that remains when the types are removed, a module that is loaded later, a process that is started, a file of a package. */
const REACHED = [
  /^(?:import|export) (?!type )(?:[^'";]* from )?'([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
  /new URL\('([^']+\.ts)', import\.meta\.url\)/g,
  /\bresolve\([`'](@[^`']+)[`']/g,
]

const packages = packagesOf(commands)

test('the commands of an operator are found', () => {
  expect(commands).toEqual(
    expect.arrayContaining(['scripts/start.ts', 'scripts/migrate.ts', 'scripts/role.ts', 'scripts/rotate-keys.ts']),
  )
})

test('every package that the server or an operator’s command loads is in dependencies', () => {
  expect([...packages].filter(([name]) => !(name in dependencies))).toEqual([])
})

test('dependencies has no package that only the build, the tests or development need', () => {
  expect(Object.keys(dependencies).filter((name) => !packages.has(name))).toEqual([])
})

/** The packages that the files reach, directly or not, each with the first file that does. */
function packagesOf(entries: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const files = new Set(entries.map((entry) => join(root, entry)))
  // Adding to a set while it is read extends the loop.
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [, from] of REACHED.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const path = join(dirname(file), from!)
      if (from!.startsWith('node:')) continue
      if (from!.startsWith('.') || existsSync(path)) files.add(path)
      else {
        const name = from!
          .split('/')
          .slice(0, from!.startsWith('@') ? 2 : 1)
          .join('/')
        if (!found.has(name)) found.set(name, relative(root, file))
      }
    }
  }
  return found
}
