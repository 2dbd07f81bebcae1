/** The product and its floor, measured in turns so that other load affects both. */
import { backendsOf, processorTime } from './processor-time.ts'
import type { BenchEnvironment } from './environment.ts'
import { percentile } from './compare.ts'

/** One piece of work of one of several clients. */
export type Piece = (client: number) => Promise<unknown>

export type Side = {
  piece: Piece
  /** The processor time so far in milliseconds, of Postgres and of Node. */
  postgres(): Promise<number>
  node(): number
}

/** Of one side: milliseconds, medians of the rounds. */
export type Figures = { perSecond: number; p50: number; postgres: number; node: number }

export type Measured = {
  ours: Figures
  floor: Figures
  /** Of the processor time of Postgres, median of the rounds. */
  ratio: number
}

export type Extent = { clients: number; rounds: number; pieces: number }

/** The server's side: its connections have no application name. */
export function ourSide(environment: BenchEnvironment, piece: Piece): Side {
  return {
    piece,
    postgres: async () => processorTime(await backendsOf(environment.owner, environment.database, '')),
    node: () => processorTime([environment.serverPid]),
  }
}

/** A side that this process runs itself, over connections with this application name. */
export function bareSide(environment: BenchEnvironment, database: string, application: string, piece: Piece): Side {
  return {
    piece,
    postgres: async () => processorTime(await backendsOf(environment.owner, database, application)),
    node() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
  }
}

/** A warm-up, and then rounds whose order changes each time. */
export async function measureSides(ours: Side, floor: Side, { clients, rounds, pieces }: Extent): Promise<Measured> {
  await runRound(ours, clients, pieces)
  await runRound(floor, clients, pieces)
  const measured: { ours: Figures; floor: Figures }[] = []
  for (let round = 0; round < rounds; round++) {
    const figures: { ours?: Figures; floor?: Figures } = {}
    for (const side of round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const)) {
      figures[side] = await runRound(side === 'ours' ? ours : floor, clients, pieces)
    }
    measured.push(figures as { ours: Figures; floor: Figures })
  }
  return {
    ours: mediansOf(measured.map((figures) => figures.ours)),
    floor: mediansOf(measured.map((figures) => figures.floor)),
    ratio: medianOf(measured.map((figures) => figures.ours.postgres / figures.floor.postgres)),
  }
}

/** `pieces` pieces of work of `clients` concurrent clients. */
export async function runRound(side: Side, clients: number, pieces: number): Promise<Figures> {
  const took: number[] = []
  const before = { postgres: await side.postgres(), node: side.node(), at: performance.now() }
  let left = pieces
  const work = async (client: number) => {
    while (left-- > 0) {
      const began = performance.now()
      await side.piece(client)
      took.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  const seconds = (performance.now() - before.at) / 1000
  return {
    perSecond: pieces / seconds,
    p50: medianOf(took),
    node: (side.node() - before.node) / pieces,
    postgres: ((await side.postgres()) - before.postgres) / pieces,
  }
}

function mediansOf(rounds: readonly Figures[]): Figures {
  const median = (figure: keyof Figures) => medianOf(rounds.map((round) => round[figure]))
  return { perSecond: median('perSecond'), p50: median('p50'), postgres: median('postgres'), node: median('node') }
}

export function medianOf(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}

/** A row for `console.table`; `atMost` is the target of the ratio. */
export function rowOfSides({ ours, floor, ratio }: Measured, atMost: number): Record<string, string> {
  return {
    'per s': ours.perSecond.toFixed(1),
    'p50, ms': ours.p50.toFixed(1),
    'Postgres, ms': ours.postgres.toFixed(2),
    'Node, ms': ours.node.toFixed(2),
    'floor: per s': floor.perSecond.toFixed(1),
    'floor: Postgres, ms': floor.postgres.toFixed(2),
    'Postgres ratio': ratio.toFixed(2),
    target: `<= ${atMost}`,
    met: ratio <= atMost ? 'yes' : 'NO',
  }
}
