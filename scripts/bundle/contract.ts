/** The contract of the API without its barrel: a page downloads the endpoints that it calls, not those of every page. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const BARREL = 'domain/api.ts'

/** Replaces each import from the barrel by imports from the files that define the names. */
export function directContract(root: string): Plugin {
  let files: Map<string, string> | undefined
  return {
    name: 'direct-contract',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/web\/[^?]*\.tsx?$/, code: /\/domain\/api\.ts'/ },
      handler(source) {
        files ??= filesOfContract(root)
        const code = source.replaceAll(/^import \{([^}]*)\} from '[./]+\/domain\/api\.ts'$/gm, (_, names: string) =>
          valuesOf(names)
            .map((name) => `import { ${name} } from '${root}/${files?.get(name) ?? BARREL}'`)
            .join(';'),
        )
        return { code, map: null }
      },
    },
  }
}

/** The files that an import of the barrel needs; null for an import of another file. */
export function throughBarrel(imported: string, names: string, files: Map<string, string>): string[] | null {
  return imported === BARREL ? valuesOf(names).flatMap((name) => files.get(name) ?? []) : null
}

/** The names in the braces of an import, without types. */
function valuesOf(names: string): string[] {
  return [...names.matchAll(/(type )?\b(\w+)/g)].flatMap(([, type, name = '']) => (type ? [] : [name]))
}

/** The file that defines each name of the contract. */
export function filesOfContract(root: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, from = ''] of readFileSync(join(root, BARREL), 'utf8').matchAll(/^export \* from '(.+)'/gm)) {
    const file = relative('.', join(dirname(BARREL), from))
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)) {
      names.set(name, file)
    }
  }
  return names
}
