/**
 * Whose picture is decoded next: work of strangers never waits for a flood. The waiting picture with the least lateness goes
 * first. Lateness is in milliseconds of decoder time: what the picture will cost, what its user and network have used lately, and
 * what is added for an account without a completed trade and for a picture that proves nothing in a trade.
 */
import { DomainError } from '../../../domain/errors.ts'
import { countedNetworks } from '../network.ts'
import { LIGHT_PIXELS } from './drawn-pixels.ts'

/** Who waits, and with what. */
export type PictureClaim = {
  userId: string
  ipAddress: string
  /** The user has completed a trade that counts, which an account made for a flood has not. */
  hasTraded: boolean
  /** A proof or a piece of evidence of an open trade, whose deadline does not wait. */
  isTradeFile: boolean
}

/**
 * Added for an account without a completed trade, and for a chat picture or an avatar: a little more than the cost of the largest
 * picture, so that of users who used the decoder little a proof goes first, and a flood of proofs soon does not.
 */
const UNTRADED_MS = 30_000
const NO_TRADE_FILE_MS = 4500
/** Of the time that a network has used: honest users behind a flooding one still come before new accounts of others. */
const NETWORK_MS_MAX = 20_000
/** Used time counts half after this long. */
const HALF_LIFE_MS = 5 * 60_000
/** The cost of a picture before it is decoded: 16 megapixels of noise take about four seconds. */
const MS_PER_PIXEL = 1 / 4096
/** Pictures that wait, and those of one network's accounts without a completed trade. Beyond them the last is refused with `busy`. */
export const WAITING_MAX = 24
export const WAITING_OF_NETWORK_MAX = 4

type Waiting = {
  claim: PictureClaim
  pixels: number
  start: (lane: number) => void
  refuse: (reason: DomainError) => void
}
type Used = { ms: number; asOf: number }

/**
 * `lanes` decoders, each of which takes one picture at a time. Of several, the last is kept for light pictures (`LIGHT_PIXELS`): one
 * of a user who used the decoder least waits for another light one at most, however many large ones wait.
 */
export function createDecoderQueue({ lanes = 2, clock = () => performance.now() } = {}) {
  const idle = new Set(Array.from({ length: lanes }, (_, lane) => lane))
  const waiting: Waiting[] = []
  const used = new Map<string, Used>()
  return { enter, assertRoom }

  /**
   * `pixels` are those that are drawn. Calls `work` with the number of a decoder when the picture's turn comes, and charges the user
   * and the network for the time until it ends. Refuses with `busy` where too many wait, also later, when others take the picture's place.
   */
  async function enter<T>(claim: PictureClaim, pixels: number, work: (lane: number) => Promise<T>): Promise<T> {
    assertRoom(claim, pixels)
    const lane = await new Promise<number>((start, refuse) => {
      waiting.push({ claim, pixels, start, refuse })
      startNext()
      if (waiting.length > WAITING_MAX) take(last()).refuse(new DomainError('busy'))
    })
    const began = clock()
    try {
      return await work(lane)
    } finally {
      charge(claim, clock() - began)
      idle.add(lane)
      startNext()
    }
  }

  /** Refuses with `busy` where the picture would be refused now: before its bytes are read, as one of 0 pixels. */
  function assertRoom(claim: PictureClaim, pixels = 0): void {
    const isFlooded =
      !claim.hasTraded &&
      countedNetworks(claim.ipAddress).some(
        ({ network, factor }) => untradedOf(network) >= WAITING_OF_NETWORK_MAX * factor,
      )
    const isLast = waiting.length >= WAITING_MAX && latenessOf({ claim, pixels }) >= latenessOf(last())
    if (isFlooded || isLast) throw new DomainError('busy')
  }

  function untradedOf(network: string): number {
    return waiting.filter(
      ({ claim }) =>
        !claim.hasTraded && countedNetworks(claim.ipAddress).some((counted) => counted.network === network),
    ).length
  }

  function startNext(): void {
    for (const lane of idle) {
      const isKept = lanes > 1 && lane === lanes - 1
      const next = first(isKept ? waiting.filter(({ pixels }) => pixels <= LIGHT_PIXELS) : waiting)
      if (!next) continue
      idle.delete(lane)
      take(next).start(lane)
    }
  }

  /** Of two with the same lateness, the one that came first. */
  function first(of: readonly Waiting[]): Waiting | undefined {
    return of.toSorted((one, other) => latenessOf(one) - latenessOf(other))[0]
  }

  function last(): Waiting {
    return waiting.toSorted((one, other) => latenessOf(one) - latenessOf(other)).at(-1)!
  }

  function take(entry: Waiting): Waiting {
    waiting.splice(waiting.indexOf(entry), 1)
    return entry
  }

  function latenessOf({ claim, pixels }: Pick<Waiting, 'claim' | 'pixels'>): number {
    const { userId, ipAddress, hasTraded, isTradeFile } = claim
    const ofNetwork = Math.max(...countedNetworks(ipAddress).map(({ network, factor }) => usedBy(network) / factor))
    return (
      pixels * MS_PER_PIXEL +
      usedBy(userId) +
      Math.min(ofNetwork, NETWORK_MS_MAX) +
      (hasTraded ? 0 : UNTRADED_MS) +
      (isTradeFile ? 0 : NO_TRADE_FILE_MS)
    )
  }

  function usedBy(key: string): number {
    const { ms, asOf } = used.get(key) ?? { ms: 0, asOf: 0 }
    return ms * 0.5 ** ((clock() - asOf) / HALF_LIFE_MS)
  }

  function charge({ userId, ipAddress }: PictureClaim, ms: number): void {
    for (const [key] of used) if (usedBy(key) < 1) used.delete(key)
    for (const key of [userId, ...countedNetworks(ipAddress).map(({ network }) => network)])
      used.set(key, { ms: usedBy(key) + ms, asOf: clock() })
  }
}
