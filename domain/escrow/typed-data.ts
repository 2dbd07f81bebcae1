/** What the parties and the arbiters of a trade sign (EIP-712), and who signed it. Nothing else moves a deposit before its deadlines. */
import * as Hex from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import * as Signature from 'ox/Signature'
import * as TypedData from 'ox/TypedData'
import { isSame, pocketAddress, tradeIdOf } from './terms.ts'
import type { Address, EscrowTerms } from './terms.ts'

/** The roles as the contract counts them. */
export const VOTERS = ['buyer', 'seller', 'arbiter'] as const
export type Voter = (typeof VOTERS)[number]

/** The number of a role in the contract. */
export function roleOf(voter: Voter): bigint {
  return BigInt(VOTERS.indexOf(voter))
}

/** The payments of a settlement as the contract counts them. */
export const BUYER_LEG = 0n
export const FEE_LEG = 1n
export const SELLER_LEG = 2n

/** Times are seconds since 1970, amounts micro USDT. A signature counts from `validAfter` to `validUntil`, both included. */
export type EscrowAct =
  /** Consent that this much of the trade is released: all of it, nothing (a refund), or a part. */
  | { type: 'Vote'; role: Voter; released: bigint; validAfter: bigint; validUntil: bigint }
  /** The buyer says that the fiat was sent. */
  | { type: 'PaidClaim'; validUntil: bigint }
  /** The seller asks for a refund, since the buyer did not pay in time. */
  | { type: 'RefundRequest'; validUntil: bigint }
  /** The creditor of a held payment says where it, or a part, goes instead; the amount is base units of the token. */
  | { type: 'Redirect'; leg: bigint; to: Address; amount: bigint; validUntil: bigint }
  /** The seller says where a token goes that was sent by mistake, in its base units; the zero address is the chain's own coin. */
  | { type: 'Rescue'; token: Address; to: Address; amount: bigint; validUntil: bigint }

/** Seconds that an arbiter's vote counts at most. */
export const MAX_ARBITER_VOTE = 48n * 3600n

/** The contract to which a signature is bound; the chain is the one of the terms. */
export const DOMAIN = { name: 'Sarraf Escrow', version: '1' } as const

const EACH = [
  { name: 'tradeId', type: 'bytes32' },
  { name: 'escrow', type: 'address' },
] as const
const TO = { name: 'to', type: 'address' } as const
const AMOUNT = { name: 'amount', type: 'uint256' } as const
const UNTIL = { name: 'validUntil', type: 'uint256' } as const

export const ACT_FIELDS = {
  Vote: [
    ...EACH,
    { name: 'role', type: 'uint256' },
    { name: 'token', type: 'address' },
    AMOUNT,
    { name: 'released', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    UNTIL,
  ],
  PaidClaim: [...EACH, UNTIL],
  RefundRequest: [...EACH, UNTIL],
  Redirect: [...EACH, { name: 'leg', type: 'uint256' }, TO, AMOUNT, UNTIL],
  Rescue: [...EACH, { name: 'token', type: 'address' }, TO, AMOUNT, UNTIL],
} as const satisfies Record<EscrowAct['type'], readonly TypedData.Parameter[]>

export type ActToSign = {
  domain: { name: string; version: string; chainId: bigint; verifyingContract: Address }
  types: Record<string, readonly TypedData.Parameter[]>
  primaryType: EscrowAct['type']
  message: Record<string, bigint | Hex.Hex>
}

/** What a wallet is given to sign for an act. */
export function toSign(hub: Address, terms: EscrowTerms, act: EscrowAct): ActToSign {
  const tradeId = tradeIdOf(terms)
  const { type, ...own } =
    act.type === 'Vote' ? { ...act, role: roleOf(act.role), token: terms.token, amount: terms.amount } : act
  return {
    domain: { ...DOMAIN, chainId: terms.chainId, verifyingContract: hub },
    types: { [type]: ACT_FIELDS[type] },
    primaryType: type,
    message: { tradeId, escrow: pocketAddress(hub, tradeId), ...own },
  }
}

/** The 32 bytes that are signed. */
export function digestOf(toSign: ActToSign): Hex.Hex {
  return TypedData.getSignPayload(toSign as unknown as TypedData.Definition<Record<string, unknown>, string>)
}

/** r, s and v, where v is 27 or 28, as the contract takes them. */
export function signAct(privateKey: Hex.Hex, toSign: ActToSign): Hex.Hex {
  return Signature.toHex(Secp256k1.sign({ payload: digestOf(toSign), privateKey }))
}

const SIGNATURE = /^0x[0-9a-f]{128}(?:1b|1c)$/i
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** The address of the key that signed, or null where the contract would not take the signature of any key. */
export function recoverSigner(digest: Hex.Hex, signature: Hex.Hex): Address | null {
  // The contract refuses the second form that each signature has (a high s).
  if (!SIGNATURE.test(signature) || BigInt(Hex.slice(signature, 32, 64)) > HALF_ORDER) return null
  try {
    return Secp256k1.recoverAddress({ payload: digest, signature: Signature.fromHex(signature) })
  } catch {
    return null
  }
}

/** The role in which this signature of the act counts by itself, or null. A tribunal's is judged by the tribunal alone. */
export function signerOf(hub: Address, terms: EscrowTerms, act: EscrowAct, signature: Hex.Hex): Voter | null {
  const signer = recoverSigner(digestOf(toSign(hub, terms, act)), signature)
  if (signer === null) return null
  const keys = keysFor(terms, act)
  return VOTERS.find((role) => keys[role]?.some((key) => isSame(key, signer))) ?? null
}

/** The keys of each role that may sign an act. Where the fee goes instead, its recipient signs, who has no role. */
function keysFor(terms: EscrowTerms, act: EscrowAct): Partial<Record<Voter, readonly Address[]>> {
  const { buyer, seller, seller2, seller3, arbiter } = terms
  switch (act.type) {
    case 'Vote':
      return { [act.role]: { buyer: [buyer], seller: [seller, seller2, seller3], arbiter: [arbiter] }[act.role] }
    case 'PaidClaim':
      return { buyer: [buyer] }
    case 'RefundRequest':
      return { seller: [seller, seller2, seller3] }
    case 'Rescue':
      return { seller: [seller] }
    case 'Redirect':
      return act.leg === BUYER_LEG ? { buyer: [buyer] } : act.leg === SELLER_LEG ? { seller: [seller] } : {}
  }
}

/**
 * The signatures of a tribunal's members as one, in the order in which the contract reads them: by the members' addresses. Throws
 * where one of them is no signature, or two are of one member.
 */
export function joinSignatures(digest: Hex.Hex, signatures: readonly Hex.Hex[]): Hex.Hex {
  const signed = signatures.map((signature) => {
    const signer = recoverSigner(digest, signature)
    if (signer === null) throw new RangeError('not a signature that the contract takes')
    return { signer: BigInt(signer), signature }
  })
  if (new Set(signed.map(({ signer }) => signer)).size < signed.length)
    throw new RangeError('two signatures of one key')
  return Hex.concat(
    ...signed.toSorted((one, other) => (one.signer < other.signer ? -1 : 1)).map(({ signature }) => signature),
  )
}
