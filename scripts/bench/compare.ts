/** Two implementations of the same work, measured in turns so that other load affects both. */
type Spread = { min: number; median: number; max: number }

export type Comparison = {
  /** Milliseconds for one piece of work. */
  ours: Spread
  bare: Spread
  /** The ratio of the two within each round. */
  ratio: Spread
}

type Implementation = (pieces: number) => Promise<void>

/** One warm-up and then `rounds` rounds of `pieces` pieces of work each; the order changes each round. */
export async function compare(
  ours: Implementation,
  bare: Implementation,
  rounds: number,
  pieces: number,
): Promise<Comparison> {
  await ours(pieces)
  await bare(pieces)
  const taken: { ours: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await timed(ours, pieces)
      taken.push({ ours: first, bare: await timed(bare, pieces) })
    } else {
      const first = await timed(bare, pieces)
      taken.push({ ours: await timed(ours, pieces), bare: first })
    }
  }
  return {
    ours: spread(taken.map((time) => time.ours)),
    bare: spread(taken.map((time) => time.bare)),
    ratio: spread(taken.map((time) => time.ours / time.bare)),
  }
}

async function timed(run: Implementation, pieces: number): Promise<number> {
  const started = performance.now()
  await run(pieces)
  return (performance.now() - started) / pieces
}

function spread(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  return { min: sorted[0] ?? 0, median: percentile(sorted, 0.5), max: sorted.at(-1) ?? 0 }
}

/** Of values in ascending order: the smallest that at least this share of them does not exceed. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
