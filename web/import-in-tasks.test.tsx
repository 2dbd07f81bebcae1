import { afterEach, expect, test, vi } from 'vitest'
import { importInTasks } from './import-in-tasks.ts'

/** Longer than a script that had run before. */
const SCRIPT_MS = 6

let task = 0
let nextTick: NodeJS.Immediate

afterEach(() => {
  clearImmediate(nextTick)
  document.head.replaceChildren()
})

test('each download that the page has not begun, and each script, begins in a task of its own, in their order', async () => {
  countTasks()
  const downloads = watchDownloads()
  const runs: Event[] = []
  const preloaded = addScript('assets/preloaded.js', runs)
  document.head.innerHTML = `<link rel="modulepreload" href="/${preloaded}">`
  const files = [...['a', 'b', 'c'].map((name) => addScript(`assets/${name}.js`, runs)), preloaded]
  const page = { isLoaded: true }
  const loads: Event[] = []
  const load = async () => {
    loads.push({ what: 'load', task })
    return page
  }
  expect(await importInTasks(load, files)).toBe(page)
  const order = files.map((file) => `/${file}`)
  expect(downloads.map(({ what }) => what)).toEqual(order.slice(0, 3))
  expect(runs.map(({ what }) => what)).toEqual(order)
  const tasks = [...downloads, ...runs, ...loads].map((event) => event.task)
  expect(new Set(tasks).size).toBe(8)
  expect(tasks).toEqual(tasks.toSorted((a, b) => a - b))
})

test('a script that has run is neither downloaded nor run again, and nothing waits for it', async () => {
  const runs: Event[] = []
  const file = addScript('assets/again.js', runs)
  await importInTasks(async () => null, [file])
  expect(runs).toHaveLength(1)
  countTasks()
  const downloads = watchDownloads()
  const begun = task
  await importInTasks(async () => null, [file])
  expect([downloads, runs.length, task]).toEqual([[], 1, begun])
})

type Event = { what: string; task: number }

/** Counts the tasks: promises that are settled within one do not count. */
function countTasks(): void {
  const tick = () => {
    task++
    nextTick = setImmediate(tick)
  }
  nextTick = setImmediate(tick)
}

function watchDownloads(): Event[] {
  const events: Event[] = []
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    events.push({ what: (link as Element).getAttribute('href')!, task })
    append(link)
  })
  return events
}

/** A script that notes the task it runs in. */
function addScript(file: string, runs: Event[]): string {
  vi.doMock(`/${file}`, () => {
    runs.push({ what: `/${file}`, task })
    for (const end = performance.now() + SCRIPT_MS; performance.now() < end;);
    return {}
  })
  return file
}
