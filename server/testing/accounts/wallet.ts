/** A wallet with one key, built on another library than the one that verifies its signatures. */
import { Wallet } from 'ethers'

export type TestWallet = {
  /** With its EIP-55 checksum, as wallets give it. */
  address: `0x${string}`
  /** As a personal message (EIP-191, version 0x45); text is signed as UTF-8. */
  sign: (message: string | Uint8Array) => Promise<`0x${string}`>
}

/** A wallet with a new key. */
export function createWallet(): TestWallet {
  const wallet = Wallet.createRandom()
  return {
    address: wallet.address as `0x${string}`,
    sign: async (message) => (await wallet.signMessage(message)) as `0x${string}`,
  }
}
