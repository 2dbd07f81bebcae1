/** Sends a call to the hub. The sender pays the gas and decides nothing: any account of any wallet will do. */
import * as Address from 'ox/Address'
import type * as Hex from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import * as TxEnvelopeEip1559 from 'ox/TxEnvelopeEip1559'
import { connectWallet, findWallets, WalletError } from '../accounts/identities/wallet.ts'
import type { Wallet } from '../accounts/identities/wallet.ts'
import type { Rpc } from './chain.ts'

export type Call = { hub: Address.Address; chainId: bigint; data: Hex.Hex }

/** Throws WalletError. */
export async function sendByWallet({ hub, chainId, data }: Call): Promise<Hex.Hex> {
  const [wallet] = await findWallets()
  if (wallet === undefined) throw new WalletError('none')
  const { address, chainId: connected } = await connectWallet(wallet)
  const wanted = `0x${chainId.toString(16)}`
  if (BigInt(connected) !== chainId) await ask(wallet, 'wallet_switchEthereumChain', { chainId: wanted })
  const hash = await ask(wallet, 'eth_sendTransaction', { from: address, to: hub, data })
  if (typeof hash !== 'string') throw new WalletError('failed')
  return hash as Hex.Hex
}

/** Codes of EIP-1193 and EIP-3326. */
const TROUBLES: Readonly<Record<number, 'refused' | 'chain_missing'>> = { 4001: 'refused', 4902: 'chain_missing' }

async function ask({ provider }: Wallet, method: string, param: unknown): Promise<unknown> {
  try {
    return await provider.request({ method, params: [param] })
  } catch (error) {
    const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
    throw new WalletError((typeof code === 'number' && TROUBLES[code]) || 'failed', error)
  }
}

const PRIVATE_KEY = /^(?:0x)?([0-9a-fA-F]{64})$/

/** null where the text is no private key. */
export function readPrivateKey(text: string): Hex.Hex | null {
  const digits = PRIVATE_KEY.exec(text.trim())?.[1]
  return digits === undefined ? null : `0x${digits.toLowerCase()}`
}

/** The key signs in this page and goes nowhere; the RPC gets the signed transaction. */
export async function sendByKey(rpc: Rpc, privateKey: Hex.Hex, { hub, chainId, data }: Call): Promise<Hex.Hex> {
  const from = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }))
  const [nonce, gas, gasPrice] = await Promise.all([
    rpc<Hex.Hex>('eth_getTransactionCount', from, 'pending'),
    rpc<Hex.Hex>('eth_estimateGas', { from, to: hub, data }),
    rpc<Hex.Hex>('eth_gasPrice'),
  ])
  // Twice the price of this moment, since it can rise until the block; what is not needed is not taken.
  const maxFeePerGas = BigInt(gasPrice) * 2n
  const envelope = TxEnvelopeEip1559.from({
    chainId: Number(chainId),
    nonce: BigInt(nonce),
    to: hub,
    data,
    // A fifth more than estimated: the state can change until the block.
    gas: (BigInt(gas) * 6n) / 5n,
    maxFeePerGas,
    maxPriorityFeePerGas: await rpc<Hex.Hex>('eth_maxPriorityFeePerGas').then(BigInt, () => BigInt(gasPrice)),
  })
  const signature = Secp256k1.sign({ payload: TxEnvelopeEip1559.getSignPayload(envelope), privateKey })
  return await rpc<Hex.Hex>('eth_sendRawTransaction', TxEnvelopeEip1559.serialize(envelope, { signature }))
}
