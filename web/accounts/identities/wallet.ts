/** The browser's wallets: discovered by EIP-6963, called by EIP-1193. They are only asked to sign a text. */
import { WALLET_CHAINS } from '../../../domain/accounts/identities.ts'

type Provider = { request(asked: { method: string; params?: readonly unknown[] }): Promise<unknown> }

/** `icon` is a picture in a data: address. Name and icon are chosen by the wallet and not verified. */
export type Wallet = { id: string; name: string; icon: string | null; provider: Provider }

/** A wallet whose owner has shared an address (`0x…`, as the wallet writes it), and the EIP-155 number of its chain. */
export type Connection = { wallet: Wallet; address: string; chainId: number }

/** `busy`: an earlier request is still open in the wallet. `chain_missing`: the wallet does not have the requested chain. */
export type WalletTrouble = 'none' | 'refused' | 'busy' | 'chain_missing' | 'failed'

export class WalletError extends Error {
  readonly trouble: WalletTrouble

  constructor(trouble: WalletTrouble, cause?: unknown) {
    super(`wallet: ${trouble}`, { cause })
    this.name = 'WalletError'
    this.trouble = trouble
  }
}

/** The chain that a wallet on an unsupported chain is asked to switch to. */
export const FIRST_CHAIN = WALLET_CHAINS[0]

const ANNOUNCED_WITHIN_MS = 200

/** Codes of EIP-1193, EIP-1474 and EIP-3326. */
const TROUBLES: Readonly<Record<number, WalletTrouble>> = { 4001: 'refused', [-32_002]: 'busy', 4902: 'chain_missing' }

/** All announced wallets, else `window.ethereum`. Throws `none` where there is none. */
export async function findWallets(): Promise<Wallet[]> {
  const heard = new Map<string, Wallet>()
  const hear = (event: Event) => {
    const wallet = walletIn((event as CustomEvent<unknown>).detail)
    if (wallet) heard.set(wallet.id, wallet)
  }
  window.addEventListener('eip6963:announceProvider', hear)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCED_WITHIN_MS))
  window.removeEventListener('eip6963:announceProvider', hear)
  if (heard.size > 0) return [...heard.values()]
  const older: unknown = 'ethereum' in window ? window.ethereum : undefined
  if (!isProvider(older)) throw new WalletError('none')
  return [{ id: 'window.ethereum', name: 'window.ethereum', icon: null, provider: older }]
}

/** Asks the wallet for an address. Throws WalletError. The chain may be unsupported. */
export async function connectWallet(wallet: Wallet): Promise<Connection> {
  const accounts = await ask(wallet, 'eth_requestAccounts')
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) throw new WalletError('failed', accounts)
  return { wallet, address, chainId: await chainOf(wallet) }
}

/** Asks the wallet to switch to `FIRST_CHAIN`, and reads its chain afterwards. Throws WalletError. */
export async function switchChain(connection: Connection): Promise<Connection> {
  await ask(connection.wallet, 'wallet_switchEthereumChain', [{ chainId: `0x${FIRST_CHAIN.id.toString(16)}` }])
  return { ...connection, chainId: await chainOf(connection.wallet) }
}

/** Asks the wallet to sign the message as text, with the address's key. Throws WalletError. */
export async function signWith(wallet: Wallet, address: string, message: string): Promise<string> {
  const signature = await ask(wallet, 'personal_sign', [hexOf(message), address])
  if (typeof signature !== 'string' || !/^0x[0-9a-fA-F]+$/.test(signature)) throw new WalletError('failed', signature)
  return signature
}

async function chainOf(wallet: Wallet): Promise<number> {
  // The standard says hexadecimal; some wallets return decimals or a number, which are accepted too.
  const chainId = Number(await ask(wallet, 'eth_chainId'))
  if (!Number.isSafeInteger(chainId)) throw new WalletError('failed')
  return chainId
}

async function ask({ provider }: Wallet, method: string, params?: readonly unknown[]): Promise<unknown> {
  try {
    return await provider.request(params ? { method, params } : { method })
  } catch (error) {
    throw new WalletError(troubleIn(error), error)
  }
}

/** Some wallets wrap the original error in an error of their own. */
function troubleIn(error: unknown): WalletTrouble {
  const { code, data } = Object(error) as { code?: unknown; data?: { originalError?: { code?: unknown } } }
  return TROUBLES[Number(code)] ?? TROUBLES[Number(data?.originalError?.code)] ?? 'failed'
}

function walletIn(detail: unknown): Wallet | null {
  const { info, provider } = Object(detail) as { info?: unknown; provider?: unknown }
  const { uuid, name, icon } = Object(info) as Record<string, unknown>
  if (typeof uuid !== 'string' || typeof name !== 'string' || !isProvider(provider)) return null
  const isPicture = typeof icon === 'string' && icon.startsWith('data:image/')
  return { id: uuid, name, icon: isPicture ? icon : null, provider }
}

function isProvider(value: unknown): value is Provider {
  return typeof (Object(value) as Partial<Provider>).request === 'function'
}

function hexOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
