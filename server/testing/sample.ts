/** How much of a generated test runs: a sample in `npm test`, the whole in `npm run deep`, by the same code. */
import { randomInt } from 'node:crypto'

const isDeep = process.env.DEEP === '1'

/** The count of rounds, steps or values of this run. */
export function sample(short: number, whole: number): number {
  return isDeep ? whole : short
}

/** Of `values` about `short` in this run, others at each `turn`: over many turns all have been used. */
export function sampleOf<V>(values: readonly V[], turn: number, short: number): readonly V[] {
  const every = isDeep ? 1 : Math.ceil(values.length / short)
  return values.filter((_, at) => (at + turn) % every === 0)
}

/** The seed of a generated test, printed with its name; SEED repeats the choices of a former run. */
export function printedSeed(name: string): number {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
  console.log(`${name}: SEED=${seed}`)
  return seed
}
