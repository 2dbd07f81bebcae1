/** How the build imports a module that a page loads later (`scripts/bundle/import-tasks.ts`). */

/** Shorter than this, scripts had run before. */
const RUN_MS = 2

const downloads = new Set<string>()
const runs = new Set<string>()

/**
 * Imports a module, and before it the scripts that it needs, each after those that it imports itself. Each download begins, and
 * each script runs, in a task of its own: together they keep a press waiting.
 */
export async function importInTasks<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const missing = files.filter((file) => !runs.has(file))
  for (const file of missing) if (download(`/${file}`)) await nextTask()
  for (const file of missing) {
    const start = performance.now()
    await import(/* @vite-ignore */ `/${file}`)
    runs.add(file)
    if (performance.now() - start > RUN_MS) await nextTask()
  }
  return load()
}

function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done))
}

/** Whether the download begins now. */
function download(href: string): boolean {
  if (downloads.size === 0) {
    for (const link of document.querySelectorAll('link[rel=modulepreload]')) downloads.add(link.getAttribute('href')!)
  }
  if (downloads.has(href)) return false
  downloads.add(href)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  return true
}
