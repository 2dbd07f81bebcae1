/** Which calls the hub accepts for a trade now, with the signatures that are at hand, and from when it accepts others. */
import { depositOf, payoutsOf } from './division.ts'
import {
  claimPaidCall,
  payHeldCall,
  redirectHeldCall,
  requestRefundCall,
  settleCall,
  unsignedCall,
} from './hub-calls.ts'
import type { ActOf, HUB_MOVES, Signed, SignedVote, TradeState } from './hub-calls.ts'
import type { Recovery, SignedAct } from './recovery-file.ts'
import { BUYER_LEG, FEE_LEG, SELLER_LEG, VOTERS } from './typed-data.ts'
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
}

/** The calls that are accepted in the next block, as far as one can know. A tribunal's signature is taken to be good. */
export function possibleCalls(situation: Situation): PossibleCall[] {
  return situation.state.isSettled ? callsAfterTheEnd(situation) : callsOfOpenTrade(situation)
}

function callsOfOpenTrade(situation: Situation): PossibleCall[] {
  const { terms, state, now } = situation
  const isFull = state.balance >= depositOf(terms)
  const calls: PossibleCall[] = settlements(situation)
  const request = signedActs(situation, 'RefundRequest').find((signed) => isValid(signed.act, now))
  const isRunning = state.refundAt !== 0n && (state.wasFull || !isFull)
  if (request && now >= terms.payBy && !state.isClaimed && !isRunning)
    calls.push({ move: 'requestRefund', data: requestRefundCall(terms, request) })
  const claim = signedActs(situation, 'PaidClaim').find((signed) => isValid(signed.act, now))
  if (claim && isFull && !state.isClaimed) calls.push({ move: 'claimPaid', data: claimPaidCall(terms, claim) })
  // A clock that began on a pocket that was not full does not end on one that is.
  if (state.refundAt !== 0n && now >= state.refundAt && (state.wasFull || !isFull))
    calls.push({ move: 'executeRefund', data: unsignedCall('executeRefund', terms) })
  if (now >= terms.finalAt) calls.push({ move: 'expire', data: unsignedCall('expire', terms) })
  return calls
}

/** Every number on which two roles have voted, and for which there is enough in the pocket. */
function settlements({ terms, signatures, state, now }: Situation): PossibleCall[] {
  const votes = signatures.filter(
    (signed): signed is SignedVote => signed.act.type === 'Vote' && isValid(signed.act, now),
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
    if (state.held[Number(leg)] === 0n) continue
    calls.push({ move: 'payHeld', leg, data: payHeldCall(terms, leg) })
    const redirect = signedActs(situation, 'Redirect').find(({ act }) => act.leg === leg && isValid(act, now))
    if (redirect) calls.push({ move: 'redirectHeld', leg, data: redirectHeldCall(terms, redirect) })
  }
  if (state.balance > buyer + fee + seller) calls.push({ move: 'sweep', data: unsignedCall('sweep', terms) })
  return calls
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

function signedActs<Type extends EscrowAct['type']>({ signatures }: Situation, type: Type): Signed<Type>[] {
  return signatures.filter((signed): signed is SignedAct & { act: ActOf<Type> } => signed.act.type === type)
}
