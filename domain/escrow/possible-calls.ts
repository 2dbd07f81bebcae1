/** Which calls the hub accepts for a trade now, with the signatures that are at hand, and from when it accepts others. */
import { depositOf, payoutsOf } from './division.ts'
import {
  claimPaidCall,
  payHeldCall,
  redirectHeldCall,
  requestRefundCall,
  rescueCall,
  settleCall,
  unsignedCall,
} from './hub-calls.ts'
import type { ActOf, HUB_MOVES, Signed, SignedVote, TradeState } from './hub-calls.ts'
import type { Recovery, SignedAct } from './recovery-file.ts'
import { BUYER_LEG, FEE_LEG, MAX_ARBITER_VOTE, SELLER_LEG } from './typed-data.ts'
import type { EscrowAct } from './typed-data.ts'

export type PossibleCall = {
  move: keyof typeof HUB_MOVES
  data: `0x${string}`
  /** Of a settlement, micro USDT. */
  released?: bigint
  /** Of a held payment. */
  leg?: bigint
}

type Situation = Pick<Recovery, 'terms' | 'signatures'> & {
  state: TradeState
  /** The time of the chain's latest block, in seconds since 1970. */
  now: bigint
  /** The number of that block. */
  block: bigint
}

/**
 * The calls that are accepted in the next block, as far as one can know. A tribunal's signature is taken to be good, and what a
 * rescue names to be there.
 */
export function possibleCalls(situation: Situation): PossibleCall[] {
  const calls = situation.state.isSettled ? callsAfterTheEnd(situation) : callsOfOpenTrade(situation)
  return [...calls, ...rescues(situation)]
}

/** Seconds by which a chain's latest block may be older than the reader's clock says. */
const MAX_BLOCK_AGE = 60n

/**
 * Whether the buyer may pay: the trade is open, its whole deposit is there and can move, neither a refund nor a claim has begun, there
 * is time, and no vote of the buyer's for less is still good. The terms are to be checked (check-terms.ts), and the state is to be
 * that of a final block. `clock` is the reader's own, in seconds since 1970: a chain that stands still stops the times of votes, too.
 * `isBlocked` says whether the token blocks the pocket or the buyer's payout address at that block.
 */
export function isSafeToPay(
  { terms, signatures, state, now }: Omit<Situation, 'block'>,
  { clock, isBlocked }: { clock: bigint; isBlocked: boolean },
): boolean {
  const { isSettled, isClaimed, refundAt, balance } = state
  const hasBegun = isSettled || isClaimed || refundAt !== 0n
  const isAlive = clock - now <= MAX_BLOCK_AGE && now < terms.payBy && clock < terms.payBy
  const isGivenAway = signatures.some(
    ({ by, act }) => by === 'buyer' && act.type === 'Vote' && act.released < terms.amount && act.validUntil >= now,
  )
  return !hasBegun && !isBlocked && isAlive && !isGivenAway && balance >= depositOf(terms)
}

function callsOfOpenTrade(situation: Situation): PossibleCall[] {
  const { terms, state, now, block } = situation
  const isFull = state.balance >= depositOf(terms)
  const isOver = state.refundAt !== 0n && now >= state.refundAt && block + 1n >= state.refundBlock
  const calls: PossibleCall[] = settlements(situation)
  const request = signedActs(situation, 'RefundRequest').find((signed) => isValid(signed.act, now))
  const isRunning = state.refundAt !== 0n && (state.wasFull || !isFull)
  if (request && now >= terms.payBy && !state.isClaimed && !isRunning)
    calls.push({ move: 'requestRefund', data: requestRefundCall(terms, request) })
  const claim = signedActs(situation, 'PaidClaim').find((signed) => isValid(signed.act, now))
  if (claim && (isFull || state.wasFull) && !state.isClaimed && !(state.wasFull && isOver))
    calls.push({ move: 'claimPaid', data: claimPaidCall(terms, claim) })
  // A clock that began on a pocket that was not full does not end on one that is.
  if (isOver && (state.wasFull || !isFull))
    calls.push({ move: 'executeRefund', data: unsignedCall('executeRefund', terms) })
  if (now >= terms.finalAt) calls.push({ move: 'expire', data: unsignedCall('expire', terms) })
  return calls
}

/**
 * Every two votes of different roles on one number for which there is enough in the pocket. More than one pair of a number is offered
 * where a tribunal's vote is in it, which only the chain can judge.
 */
function settlements({ terms, signatures, state, now }: Situation): PossibleCall[] {
  const votes = signatures.filter(
    (signed): signed is SignedVote => signed.act.type === 'Vote' && isValid(signed.act, now) && isShort(signed),
  )
  const byNumber = Map.groupBy(votes, ({ act }) => act.released)
  return [...byNumber].flatMap(([released, votes]) => {
    if (released > terms.amount || payoutsOf(terms, released, state.balance) === null) return []
    return pairsOf(votes).map((pair) => ({ move: 'settle' as const, released, data: settleCall(terms, pair) }))
  })
}

/** One pair is enough where both votes are of parties, which were checked when the file was read. */
function pairsOf(votes: readonly SignedVote[]): [SignedVote, SignedVote][] {
  const [buyer, seller] = (['buyer', 'seller'] as const).map((voter) => votes.find(({ by }) => by === voter))
  if (buyer && seller) return [[buyer, seller]]
  const party = buyer ?? seller
  return party ? votes.filter(({ by }) => by === 'arbiter').map((arbiter) => [party, arbiter]) : []
}

function callsAfterTheEnd(situation: Situation): PossibleCall[] {
  const { terms, state, now } = situation
  const [buyer, fee, seller] = state.held
  const calls: PossibleCall[] = []
  for (const leg of [BUYER_LEG, FEE_LEG, SELLER_LEG]) {
    if (state.held[Number(leg)] === 0n || state.balance === 0n) continue
    calls.push({ move: 'payHeld', leg, data: payHeldCall(terms, leg) })
    const owed = least(state.held[Number(leg)]!, state.balance)
    const redirect = signedActs(situation, 'Redirect').find(
      ({ act }) => act.leg === leg && act.amount > 0n && act.amount <= owed && isValid(act, now),
    )
    if (redirect) calls.push({ move: 'redirectHeld', leg, data: redirectHeldCall(terms, redirect) })
  }
  if (state.balance > buyer + fee + seller) calls.push({ move: 'sweep', data: unsignedCall('sweep', terms) })
  return calls
}

/** One for each signature of the seller's: how much of what is there, no page can know without the reader's network. */
function rescues(situation: Situation): PossibleCall[] {
  const signed = signedActs(situation, 'Rescue').filter(({ act }) => isValid(act, situation.now))
  return signed.map((one) => ({ move: 'rescue', data: rescueCall(situation.terms, one) }))
}

/**
 * When the hub will accept a call that it refuses now and that needs no further signature; null where no time is set, as of a refund
 * that waits for blocks only.
 */
export function nextDeadline({
  terms,
  state,
  now,
  block,
}: Pick<Situation, 'terms' | 'state' | 'now' | 'block'>): bigint | null {
  const { isSettled, isClaimed, refundAt, refundBlock } = state
  const waitsForBlocks = refundAt !== 0n && now >= refundAt && block + 1n < refundBlock
  if (isSettled || waitsForBlocks) return null
  const times = [...(isClaimed ? [] : [terms.payBy, refundAt]), terms.finalAt].filter((time) => time > now)
  return times.length === 0 ? null : times.reduce(least)
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function isValid(act: EscrowAct, now: bigint): boolean {
  return now <= act.validUntil && (act.type !== 'Vote' || now >= act.validAfter)
}

/** The hub takes no arbiter's vote that lasts longer. */
function isShort({ by, act }: SignedVote | SignedAct): boolean {
  return by !== 'arbiter' || act.type !== 'Vote' || act.validUntil <= act.validAfter + MAX_ARBITER_VOTE
}

function signedActs<Type extends EscrowAct['type']>({ signatures }: Situation, type: Type): Signed<Type>[] {
  return signatures.filter((signed): signed is SignedAct & { act: ActOf<Type> } => signed.act.type === type)
}
