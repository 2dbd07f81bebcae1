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
import { BUYER_LEG, FEE_LEG, MAX_ARBITER_VOTE, SELLER_LEG, VOTERS } from './typed-data.ts'
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

/**
 * Whether the buyer may pay: the trade is open, its whole deposit is there, neither a refund nor a claim has begun, and there is
 * time. The balance and the state are to be those of a final block, and the terms checked (check-terms.ts).
 */
export function isSafeToPay({ terms, state, now }: Pick<Situation, 'terms' | 'state' | 'now'>): boolean {
  const { isSettled, isClaimed, refundAt, balance } = state
  return !isSettled && !isClaimed && refundAt === 0n && balance >= depositOf(terms) && now < terms.payBy
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

/** Every number on which two roles have voted, and for which there is enough in the pocket. */
function settlements({ terms, signatures, state, now }: Situation): PossibleCall[] {
  const votes = signatures.filter(
    (signed): signed is SignedVote => signed.act.type === 'Vote' && isValid(signed.act, now) && isShort(signed),
  )
  const byNumber = Map.groupBy(votes, ({ act }) => act.released)
  return [...byNumber].flatMap(([released, votes]) => {
    const [one, other] = VOTERS.flatMap((voter) => votes.find(({ by }) => by === voter) ?? [])
    if (one === undefined || other === undefined || released > terms.amount) return []
    if (payoutsOf(terms, released, state.balance) === null) return []
    return [{ move: 'settle' as const, released, data: settleCall(terms, [one, other]) }]
  })
}

function callsAfterTheEnd(situation: Situation): PossibleCall[] {
  const { terms, state, now } = situation
  const [buyer, fee, seller] = state.held
  const calls: PossibleCall[] = []
  for (const leg of [BUYER_LEG, FEE_LEG, SELLER_LEG]) {
    if (state.held[Number(leg)] === 0n || state.balance === 0n) continue
    calls.push({ move: 'payHeld', leg, data: payHeldCall(terms, leg) })
    const owed = state.held[Number(leg)]!
    const redirect = signedActs(situation, 'Redirect').find(
      ({ act }) => act.leg === leg && act.amount <= owed && isValid(act, now),
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

/** When the hub will accept a call that it refuses now and that needs no further signature; null where no time is set. */
export function nextDeadline({ terms, state, now }: Pick<Situation, 'terms' | 'state' | 'now'>): bigint | null {
  if (state.isSettled) return null
  const times = [...(state.isClaimed ? [] : [terms.payBy, state.refundAt]), terms.finalAt].filter((time) => time > now)
  return times.reduce<bigint | null>((least, time) => (least === null || time < least ? time : least), null)
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
