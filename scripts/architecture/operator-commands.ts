/** What the server and the commands of an operator load, from the text of their files. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The commands of an operator in package.json: those for development name `node-guard.mjs` as a program of its own. */
const OPERATOR_COMMAND = /^node --import \.\/scripts\/node-guard\.mjs (?<file>\S+)$/

/** An import that remains when the types are removed, a module that is loaded later, a process that is started, a file of a package. */
const IMPORTS = [
  /^(?:import|export) (?!type )(?:[^'";]* from )?'([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
  /new URL\('([^']+\.ts)', import\.meta\.url\)/g,
  /\bresolve\([`'](@[^`']+)[`']/g,
]

const DEVELOPMENT_COMMAND = /^node scripts\/node-guard\.mjs && /

/** By their names. */
export function developmentCommands(scripts: Readonly<Record<string, string>>): string[] {
  return Object.keys(scripts).filter((name) => DEVELOPMENT_COMMAND.test(scripts[name]!))
}

/** By their files. */
export function operatorCommands(scripts: Readonly<Record<string, string>>): string[] {
  return Object.values(scripts).flatMap((text) => OPERATOR_COMMAND.exec(text)?.groups?.file ?? [])
}

export type Imports = {
  /** By their paths from the root. */
  files: string[]
  /** Each with the first file that loads it. */
  packages: Map<string, string>
}

/** What the files import, directly or not. */
export function importsOf(root: string, entries: readonly string[]): Imports {
  const packages = new Map<string, string>()
  const files = new Set(entries.map((entry) => join(root, entry)))
  // Adding to a set while it is read extends the loop.
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [, from] of IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)])) {
      const path = join(dirname(file), from!)
      if (from!.startsWith('node:')) continue
      if (from!.startsWith('.') || existsSync(path)) files.add(path)
      else {
        const name = from!
          .split('/')
          .slice(0, from!.startsWith('@') ? 2 : 1)
          .join('/')
        if (!packages.has(name)) packages.set(name, relative(root, file))
      }
    }
  }
  return { files: [...files].map((file) => relative(root, file)), packages }
}
