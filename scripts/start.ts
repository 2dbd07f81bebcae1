import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { assertBuilt, canBuild } from './build-stamp.ts'
import { stopWithParent } from './stop-with-parent.ts'

/**
 * `npm start`: builds the web client when its sources have changed, prepares the database beside it, then serves everything until stopped.
 * Where the packages that build it are not installed (`npm ci --omit=dev`), it serves the finished build, or says that there is none.
 * With --api-only the web client is left as it is (`npm run dev` serves it from its sources).
 */
if (process.env.npm_lifecycle_event) stopWithParent()
const root = fileURLToPath(new URL('..', import.meta.url))
const isServingPages = !process.argv.includes('--api-only')
const isBuilding = isServingPages && canBuild(root)
const pagesAreBuilt = isBuilding ? build('--pages-only') : Promise.resolve()
// Loaded while the build begins.
const { main } = await import('../server/main.ts')
const { reportRefusal } = await import('../server/start-refusal.ts')
try {
  if (isServingPages && !isBuilding) await assertBuilt(root)
  await main(pagesAreBuilt)
} catch (error) {
  reportRefusal(error)
  // What was begun before the refusal, such as the build, would keep the process alive.
  process.exit()
}
// The files are compressed while the server answers already; without that they are served as they are.
if (isBuilding) await build().catch((error: Error) => console.error(error.message))

/** Ends with this process, and prints its own errors. */
function build(...args: string[]): Promise<void> {
  const child = fork(fileURLToPath(new URL('build.ts', import.meta.url)), args)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error('The build of the web client did not finish.'))))
  })
}
