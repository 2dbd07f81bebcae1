import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { faultsOf } from './lock-file.ts'
import type { Entry, Lock } from './lock-file.ts'

const INTEGRITY = `sha512-${'A'.repeat(86)}==`
const PARENT: Entry = {
  version: '1.0.0',
  integrity: INTEGRITY,
  optionalDependencies: { '@a/binding-linux-x64': '1.0.0' },
}
const BUILD: Entry = { version: '1.0.0', integrity: INTEGRITY, optional: true }

function lockWith(changes: Record<string, Entry | undefined>): Lock {
  const packages = { '': {}, 'node_modules/a': PARENT, 'node_modules/@a/binding-linux-x64': BUILD, ...changes }
  return {
    packages: Object.fromEntries(Object.entries(packages).flatMap(([path, entry]) => (entry ? [[path, entry]] : []))),
  }
}

test.each(['package-lock.json', 'contracts/package-lock.json'])('%s is complete', async (file) => {
  expect(faultsOf(JSON.parse(await readFile(file, 'utf8')) as Lock)).toEqual([])
})

test.each<[string, Record<string, Entry | undefined>, string[]]>([
  ['complete', {}, []],
  ['bundled', { 'node_modules/a/node_modules/b': { version: '1.0.0', inBundle: true } }, []],
  ['linked', { 'node_modules/b': { link: true, resolved: 'b' } }, []],
  [
    'without the build for a platform',
    { 'node_modules/@a/binding-linux-x64': undefined },
    ['node_modules/@a/binding-linux-x64 is missing'],
  ],
  ['without a checksum', { 'node_modules/a': { ...PARENT, integrity: '' } }, ['node_modules/a has no checksum']],
  ['with a weak checksum', { 'node_modules/b': { integrity: 'sha1-x' } }, ['node_modules/b has no checksum']],
  [
    'with an address',
    { 'node_modules/a': { ...PARENT, resolved: 'https://registry.example/a.tgz' } },
    ['node_modules/a has an address'],
  ],
])('a lock file %s', (_what, changes, faults) => {
  expect(faultsOf(lockWith(changes))).toEqual(faults)
})
