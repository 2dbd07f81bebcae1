/** The calls of the hub (`contracts/src/EscrowHub.sol`) as bytes, what it keeps of a trade, and why it refused. Anyone may send a call. */
import * as AbiFunction from 'ox/AbiFunction'
import * as AbiParameters from 'ox/AbiParameters'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { pocketAddress, TERMS_FIELDS, tradeIdOf } from './terms.ts'
import type { Address, EscrowTerms } from './terms.ts'
import { roleOf } from './typed-data.ts'
import type { EscrowAct, Voter } from './typed-data.ts'

export type ActOf<Type extends EscrowAct['type']> = Extract<EscrowAct, { type: Type }>
export type Signed<Type extends EscrowAct['type'] = EscrowAct['type']> = { act: ActOf<Type>; signature: Hex.Hex }
export type SignedVote = Signed<'Vote'> & { by: Voter }

const TERMS = { name: 'terms', type: 'tuple', components: TERMS_FIELDS } as const
const VOTE = [
  { name: 'role', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validUntil', type: 'uint256' },
  { name: 'signature', type: 'bytes' },
] as const
const UNTIL = { name: 'validUntil', type: 'uint256' } as const
const SIGNATURE = { name: 'signature', type: 'bytes' } as const
const LEG = { name: 'leg', type: 'uint256' } as const
const TO = { name: 'to', type: 'address' } as const
const AMOUNT = { name: 'amount', type: 'uint256' } as const

const move = <const Name extends string, const Inputs extends readonly AbiParameters.Parameter[]>(
  name: Name,
  ...inputs: Inputs
) => ({ type: 'function', name, stateMutability: 'nonpayable', inputs, outputs: [] }) as const

/** The functions that move a trade; domain/escrow/artifacts holds the same, and a test compares them. */
export const HUB_MOVES = {
  settle: move(
    'settle',
    TERMS,
    { name: 'released', type: 'uint256' },
    { name: 'one', type: 'tuple', components: VOTE },
    { name: 'other', type: 'tuple', components: VOTE },
  ),
  requestRefund: move('requestRefund', TERMS, UNTIL, SIGNATURE),
  claimPaid: move('claimPaid', TERMS, UNTIL, SIGNATURE),
  executeRefund: move('executeRefund', TERMS),
  expire: move('expire', TERMS),
  payHeld: move('payHeld', TERMS, LEG),
  redirectHeld: move('redirectHeld', TERMS, LEG, TO, AMOUNT, UNTIL, SIGNATURE),
  sweep: move('sweep', TERMS),
  rescue: move('rescue', TERMS, { name: 'token', type: 'address' }, TO, AMOUNT, UNTIL, SIGNATURE),
} as const

/** Settles by two votes of different roles on one number. Throws a RangeError where they are not. */
export function settleCall(terms: EscrowTerms, votes: readonly [SignedVote, SignedVote]): Hex.Hex {
  const [one, other] = votes
  if (one.by === other.by) throw new RangeError('two votes of one role')
  if (one.act.released !== other.act.released) throw new RangeError('two votes on different numbers')
  const [first, second] = votes.map(({ by, act, signature }) => {
    const { validAfter, validUntil } = act
    return { role: roleOf(by), validAfter, validUntil, signature }
  })
  const inOrder = first!.role < second!.role ? ([first!, second!] as const) : ([second!, first!] as const)
  return AbiFunction.encodeData(HUB_MOVES.settle, [terms, one.act.released, ...inOrder])
}

export function requestRefundCall(terms: EscrowTerms, { act, signature }: Signed<'RefundRequest'>): Hex.Hex {
  return AbiFunction.encodeData(HUB_MOVES.requestRefund, [terms, act.validUntil, signature])
}

export function claimPaidCall(terms: EscrowTerms, { act, signature }: Signed<'PaidClaim'>): Hex.Hex {
  return AbiFunction.encodeData(HUB_MOVES.claimPaid, [terms, act.validUntil, signature])
}

/** The calls that need no signature: a deadline, or what the contract owes, is enough. */
export function unsignedCall(name: 'executeRefund' | 'expire' | 'sweep', terms: EscrowTerms): Hex.Hex {
  return AbiFunction.encodeData(HUB_MOVES[name], [terms])
}

export function payHeldCall(terms: EscrowTerms, leg: bigint): Hex.Hex {
  return AbiFunction.encodeData(HUB_MOVES.payHeld, [terms, leg])
}

export function redirectHeldCall(terms: EscrowTerms, { act, signature }: Signed<'Redirect'>): Hex.Hex {
  return AbiFunction.encodeData(HUB_MOVES.redirectHeld, [terms, act.leg, act.to, act.amount, act.validUntil, signature])
}

export function rescueCall(terms: EscrowTerms, { act, signature }: Signed<'Rescue'>): Hex.Hex {
  return AbiFunction.encodeData(HUB_MOVES.rescue, [terms, act.token, act.to, act.amount, act.validUntil, signature])
}

/** What the chain knows of a trade at one block; amounts in base units of the token. */
export type TradeState = {
  balance: bigint
  isSettled: boolean
  isClaimed: boolean
  /** The pocket held the whole deposit when the refund was requested. */
  wasFull: boolean
  /** Seconds since 1970; 0 while no refund is requested. */
  refundAt: bigint
  /** The first block in which the refund can be carried out. */
  refundBlock: bigint
  /** What could not be paid and stays in the pocket, by leg. */
  held: readonly [bigint, bigint, bigint]
}

const word = (value: bigint): string => Hex.fromNumber(value, { size: 32 }).slice(2)
const selector = (signature: string): Hex.Hex => Hex.slice(Hash.keccak256(Hex.fromString(signature)), 0, 4)

/** The reads that a TradeState consists of, in the order in which `readTradeState` takes their answers. */
export function tradeStateReads(hub: Address, terms: EscrowTerms): { to: Address; data: Hex.Hex }[] {
  const id = tradeIdOf(terms)
  const pocket = BigInt(pocketAddress(hub, id))
  return [
    { to: terms.token, data: `${selector('balanceOf(address)')}${word(pocket)}` },
    { to: hub, data: `${selector('states(bytes32)')}${id.slice(2)}` },
    ...[0n, 1n, 2n].map((leg) => ({
      to: hub,
      data: `${selector('held(bytes32,uint256)')}${id.slice(2)}${word(leg)}` as const,
    })),
  ]
}

const STATE_FIELDS = [
  { type: 'bool' },
  { type: 'bool' },
  { type: 'bool' },
  { type: 'uint64' },
  { type: 'uint64' },
] as const

export function readTradeState(answers: readonly Hex.Hex[]): TradeState {
  const [balance, state, ...held] = answers
  if (balance === undefined || state === undefined || held.length !== 3) throw new RangeError('answers are missing')
  const [isSettled, isClaimed, wasFull, refundAt, refundBlock] = AbiParameters.decode(STATE_FIELDS, state)
  const [buyer, fee, seller] = held.map((answer) => BigInt(answer))
  const owed = [buyer!, fee!, seller!] as const
  return { balance: BigInt(balance), isSettled, isClaimed, wasFull, refundAt, refundBlock, held: owed }
}

/** Why the hub refuses a call; contracts/src/Escrow.sol holds the same. */
export const HUB_ERRORS = [
  'WrongChain()',
  'AlreadySettled()',
  'NotSettled()',
  'BadVoters()',
  'BadSignature(uint256)',
  'NotYetValid()',
  'SignatureExpired()',
  'SignatureUsed()',
  'VoteTooLong()',
  'MoreThanTraded()',
  'NotEnoughFunds(uint256,uint256)',
  'TooEarly()',
  'PaymentClaimed()',
  'RefundRunning()',
  'NoRefundRequested()',
  'FundedSinceRequest()',
  'ChallengeOver()',
  'TradeToken()',
  'BadPayee()',
  'NothingToPay()',
  'TransferFailed()',
  'Reentered()',
] as const

/** The name of the contract's error, or null for one that is not the hub's. */
export function hubRefusal(data: Hex.Hex): string | null {
  const found = HUB_ERRORS.find((error) => selector(error) === data.slice(0, 10))
  return found === undefined ? null : found.slice(0, found.indexOf('('))
}
