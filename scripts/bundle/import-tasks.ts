/** Lets the modules that a page loads later run their scripts in a task each, as its first ones do (`web/page-files.ts`). */
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Vite's own, which only downloads the files beside the module. */
const HELPER = /^\0vite\/preload-helper\.js$/
const LIST = /(__vite__mapDeps=\(.*?m\.f=)(\[[^\]]*\])/
const PART = /(?<=__vite__mapDeps\(\[)[\d,]+(?=\]\))/g

/** By file name, what each chunk imports. */
type Imports = ReadonlyMap<string, readonly string[]>

/** Replaces the function with which Vite imports a module and names the files that it needs. */
export function importTasks(root: string): Plugin {
  return {
    name: 'import-tasks',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: HELPER },
      handler: () =>
        `export { importInTasks as __vitePreload } from ${JSON.stringify(join(root, 'web/import-in-tasks.ts'))}`,
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const imports: Imports = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
        for (const chunk of chunks) chunk.code = inOrder(chunk.code, imports)
      },
    },
  }
}

/** The code with the files of each module after those that they import. */
export function inOrder(code: string, imports: Imports): string {
  const files = JSON.parse(LIST.exec(code)?.[2] ?? '[]') as string[]
  const order = orderOf(files, imports)
  return code.replaceAll(PART, (indexes) =>
    indexes
      .split(',')
      .map(Number)
      .toSorted((a, b) => order.indexOf(files[a]!) - order.indexOf(files[b]!))
      .join(),
  )
}

function orderOf(files: readonly string[], imports: Imports): string[] {
  const done = new Set<string>()
  const begun = new Set<string>()
  const visit = (file: string) => {
    if (begun.has(file)) return
    begun.add(file)
    for (const imported of imports.get(file) ?? []) visit(imported)
    done.add(file)
  }
  for (const file of files) visit(file)
  return [...done]
}
