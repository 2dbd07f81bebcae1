/** Balances of the worthless token of a local chain. */
import * as AbiParameters from 'ox/AbiParameters'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import type { Address } from '../../domain/escrow/terms.ts'
import type { LocalChain } from './local-chain.ts'

const BALANCE_OF = '0x70a08231'
const MAPPING = [{ type: 'address' }, { type: 'uint256' }] as const

export async function balanceOf(chain: LocalChain, token: Address, holder: Address): Promise<bigint> {
  const data = `${BALANCE_OF}${holder.slice(2).padStart(64, '0')}`
  return BigInt(await chain.call<Hex.Hex>('eth_call', { to: token, data }, 'latest'))
}

/** Writes a balance as if it had been sent. The token keeps its balances in its first slot, as OpenZeppelin's ERC-20 does. */
export async function giveTokens(chain: LocalChain, token: Address, holder: Address, amount: bigint): Promise<void> {
  const slot = Hash.keccak256(AbiParameters.encode(MAPPING, [holder, 0n]))
  await chain.call('anvil_setStorageAt', token, slot, Hex.fromNumber(amount, { size: 32 }))
}
