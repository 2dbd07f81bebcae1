/** How fast memory grows, from samples over time. */
export type TimedSample = { minute: number; bytes: number }

const MB = 1024 * 1024
const GROWTH_MINUTES = 10
export const SAMPLES_OF_LINE = 3

/** The line of least squares through the samples, in MB per ten minutes. Throws with fewer than three samples. */
export function growthOf(samples: readonly TimedSample[]): number {
  if (samples.length < SAMPLES_OF_LINE) throw new Error(`${samples.length} samples are too few for a line`)
  const mean = (of: (sample: TimedSample) => number) =>
    samples.reduce((sum, each) => sum + of(each), 0) / samples.length
  const [minute, bytes] = [mean((each) => each.minute), mean((each) => each.bytes)]
  const covariance = mean((each) => (each.minute - minute) * (each.bytes - bytes))
  const variance = mean((each) => (each.minute - minute) ** 2)
  return ((covariance / variance) * GROWTH_MINUTES) / MB
}
