/** What a server with production packages only can load: `npm ci --omit=dev` installs `dependencies`, and nothing of `devDependencies`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importsOf, operatorCommands } from './architecture/operator-commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
}
const commands = operatorCommands(scripts)
const { packages } = importsOf(root, commands)

test('the commands of an operator are found', () => {
  expect(commands).toEqual(
    expect.arrayContaining(['scripts/start.ts', 'scripts/migrate.ts', 'scripts/role.ts', 'scripts/doctor.ts']),
  )
})

test('every package that the server or an operator’s command loads is in dependencies', () => {
  expect([...packages].filter(([name]) => !(name in dependencies))).toEqual([])
})

test('dependencies has no package that only the build, the tests or development need', () => {
  expect(Object.keys(dependencies).filter((name) => !packages.has(name))).toEqual([])
})
