/**
 * Loaded into the server of a soak (`--import`): at SIGUSR2 it collects garbage and prints what the process holds then.
 * SOAK_LEAK_KB makes the server leak so many KB each second, by which the tests show that the measurement sees a leak.
 */
import { collectGarbage } from '../../server/testing/collect-garbage.ts'
import { SAMPLE_MARK } from './sample-mark.ts'
import type { Sample } from './sample-mark.ts'

const COLLECTIONS = 3
const KB = 1024

process.on('SIGUSR2', () => void sample())

const leaked: number[][] = []
const leakKb = Number(process.env.SOAK_LEAK_KB ?? 0)
const NUMBER_BYTES = 8
if (leakKb > 0)
  setInterval(() => leaked.push(Array.from({ length: (leakKb * KB) / NUMBER_BYTES }, Math.random)), 1000).unref()

async function sample(): Promise<void> {
  for (let count = 0; count < COLLECTIONS; count++) {
    collectGarbage()
    await new Promise((done) => void setImmediate(done))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const leakedBytes = leaked.reduce((sum, { length }) => sum + length * NUMBER_BYTES, 0)
  const resources: Sample['resources'] = {}
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1
  const taken: Sample = { heapUsed, external, rss, leaked: leakedBytes, resources }
  process.stdout.write(`${SAMPLE_MARK}${JSON.stringify(taken)}\n`)
}
