/** How the build imports a module that a page loads later (`scripts/bundle/import-tasks.ts`). */

/** Shorter than this, scripts had run before. */
const RUN_MS = 2

const downloads = new Set<string>()
const runs = new Set<string>()

/**
 * Imports a module, and before it the scripts that it needs, each after those that it imports itself and in a task of its own:
 * together they keep a press waiting.
 */
export async function importInTasks<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const missing = files.filter((file) => !runs.has(file))
  for (const file of missing) download(`/${file}`)
  for (const file of missing) {
    const start = performance.now()
    await import(/* @vite-ignore */ `/${file}`)
    runs.add(file)
    if (performance.now() - start > RUN_MS) await new Promise((done) => setTimeout(done))
  }
  return load()
}

function download(href: string): void {
  if (downloads.size === 0) {
    for (const link of document.querySelectorAll('link[rel=modulepreload]')) downloads.add(link.getAttribute('href')!)
  }
  if (downloads.has(href)) return
  downloads.add(href)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}
