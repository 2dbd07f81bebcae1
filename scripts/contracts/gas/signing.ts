/** The keys of the measured trades, and their signatures. */
import * as Address from 'ox/Address'
import * as Hex from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import * as Signature from 'ox/Signature'
import * as TypedData from 'ox/TypedData'

export const keyAt = (index: number): Hex.Hex => Hex.fromNumber(0x5a44af + index, { size: 32 })
export const addressOf = (key: Hex.Hex): Hex.Hex => Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: key }))

const uint = (name: string) => ({ name, type: 'uint256' })
const address = (name: string) => ({ name, type: 'address' })
const id = { name: 'tradeId', type: 'bytes32' }

const TYPES = {
  Vote: [
    id,
    address('escrow'),
    uint('role'),
    address('token'),
    uint('amount'),
    uint('released'),
    uint('validAfter'),
    uint('validUntil'),
  ],
  PaidClaim: [id, address('escrow'), uint('validUntil')],
  RefundRequest: [id, address('escrow'), uint('validUntil')],
}

export type Act = keyof typeof TYPES

export function sign(key: Hex.Hex, chainId: number, hub: Hex.Hex, act: Act, message: Record<string, unknown>): Hex.Hex {
  const domain = { name: 'Sarraf Escrow', version: '1', chainId, verifyingContract: hub }
  return signTyped(key, domain, { [act]: TYPES[act] }, act, message)
}

export function signTyped(
  key: Hex.Hex,
  domain: Record<string, unknown>,
  types: Record<string, { name: string; type: string }[]>,
  primaryType: string,
  message: Record<string, unknown>,
): Hex.Hex {
  const payload = TypedData.getSignPayload({ domain, types, primaryType, message } as never)
  return Signature.toHex(Secp256k1.sign({ payload, privateKey: key }))
}

/** One signature each, ascending by address, as the tribunal and a Safe take them. */
export function ascending(keys: readonly Hex.Hex[]): Hex.Hex[] {
  return keys.toSorted((one, other) => (addressOf(one).toLowerCase() < addressOf(other).toLowerCase() ? -1 : 1))
}
