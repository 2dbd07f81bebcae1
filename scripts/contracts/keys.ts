/** Keys of the parties on a local chain. They follow from names, so they are worth nothing anywhere. */
import * as Address from 'ox/Address'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'

export type Key = { privateKey: Hex.Hex; address: Address.Address }

export function keyOf(name: string): Key {
  const privateKey = Hash.keccak256(Hex.fromString(`a key of Sarraf's local chain: ${name}`))
  return { privateKey, address: Address.checksum(Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }))) }
}
