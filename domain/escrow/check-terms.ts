/** Which terms are refused before a page shows the address that they lead to, with the reasons that the contract's `check` gives. */
import { FEE_DIVISOR } from '../trades/quote.ts'
import { isSame, pocketAddress, pocketCode, tradeIdOf, ZERO_ADDRESS } from './terms.ts'
import type { Address, EscrowTerms } from './terms.ts'

/** The platform's fee as the terms write it. */
export const FEE_BPS = 10_000n / FEE_DIVISOR
/** The contract never takes a higher fee, whatever the terms say. */
export const MAX_FEE_BPS = 100n
/** Micro USDT: far above any trade, and far below what the arithmetic can hold. */
export const MAX_AMOUNT = 10n ** 15n
export const UNITS = [1n, 10n ** 12n] as const

const HOUR = 3600n
const DAY = 24n * HOUR
export const MIN_CHALLENGE = HOUR
/** A challenge also lasts so many blocks, which leave the buyer time after the chain stood still. */
export const CHALLENGE_BLOCKS = 400n
const MAX_CHALLENGE = 7n * DAY
/** A buyer who sees the address must have time to pay. */
export const MIN_PAY_TIME = HOUR / 4n
const MAX_PAY_TIME = 30n * DAY
const MIN_AFTER_CHALLENGE = 7n * DAY
const MAX_AFTER_PAY_BY = 180n * DAY

/** In the order in which they are looked for. */
export const TERM_REFUSALS = [
  'wrong_chain',
  'token_without_code',
  'unit',
  'amount',
  'zero_key',
  'repeated_key',
  'contract_key',
  'party_in_tribunal',
  'zero_payee',
  'bad_payee',
  'blocked',
  'fee',
  'pay_by',
  'challenge',
  'final_at',
  'settled',
] as const
export type TermRefusal = (typeof TERM_REFUSALS)[number]

/** What only the chain knows, at its latest block. */
export type ChainFacts = {
  hub: Address
  chainId: bigint
  /** Seconds since 1970. */
  now: bigint
  /** Base units of a micro USDT by the token's own decimals; 0 where it does not say, null where there is no contract. */
  tokenUnit: bigint | null
  /** Whether a key is a contract, which could take back what it signed. An account that delegates to code (EIP-7702) is none. */
  isContract: (key: Address) => boolean
  /** Whether a key is one of the tribunal that is the arbiter. */
  isMember: (key: Address) => boolean
  /** Whether the token's issuer has blocked an address. */
  isBlocked: (account: Address) => boolean
  isSettled: boolean
}

/** The first reason why no page shows the address that the terms lead to, or null. */
export function checkTerms(terms: EscrowTerms, facts: ChainFacts): TermRefusal | null {
  const { hub, chainId, now, tokenUnit } = facts
  const parties = [terms.buyer, terms.seller, terms.seller2, terms.seller3].filter((key) => !isZero(key))
  const pocket = pocketAddress(hub, tradeIdOf(terms))
  const unpayable = [pocket, terms.token, hub, pocketCode(hub)]
  const isRefused: Record<TermRefusal, () => boolean> = {
    wrong_chain: () => terms.chainId !== chainId,
    token_without_code: () => tokenUnit === null,
    unit: () => terms.unit === 0n || terms.unit !== tokenUnit,
    amount: () => terms.amount === 0n || terms.amount > MAX_AMOUNT,
    zero_key: () => [terms.buyer, terms.seller, terms.arbiter].some(isZero),
    repeated_key: () => hasRepeated([...parties, terms.arbiter]),
    contract_key: () => parties.some(facts.isContract),
    party_in_tribunal: () => parties.some(facts.isMember),
    zero_payee: () => [terms.buyerTo, terms.sellerTo].some(isZero),
    bad_payee: () =>
      [terms.buyerTo, terms.sellerTo, terms.feeTo].some((payee) => unpayable.some((other) => isSame(payee, other))),
    blocked: () => [terms.buyerTo, terms.sellerTo, terms.feeTo, pocket].some(facts.isBlocked),
    fee: () => terms.feeBps > MAX_FEE_BPS || (terms.feeBps !== 0n && isZero(terms.feeTo)),
    pay_by: () => terms.payBy < now + MIN_PAY_TIME || terms.payBy > now + MAX_PAY_TIME,
    challenge: () => terms.challenge < MIN_CHALLENGE || terms.challenge > MAX_CHALLENGE,
    final_at: () =>
      terms.finalAt < terms.payBy + terms.challenge + MIN_AFTER_CHALLENGE ||
      terms.finalAt > terms.payBy + MAX_AFTER_PAY_BY,
    settled: () => facts.isSettled,
  }
  return TERM_REFUSALS.find((refusal) => isRefused[refusal]()) ?? null
}

function isZero(address: Address): boolean {
  return isSame(address, ZERO_ADDRESS)
}

function hasRepeated(addresses: readonly Address[]): boolean {
  return new Set(addresses.map((address) => address.toLowerCase())).size < addresses.length
}
