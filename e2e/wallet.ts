/** A wallet in a user's browser: announces itself (EIP-6963), answers by EIP-1193, and signs outside the page. */
import type { Page } from '@playwright/test'
import { createWallet } from '../server/testing/accounts/wallet.ts'

export type BrowserWallet = {
  /** With its EIP-55 checksum. */
  address: string
  /** The methods that pages called, in order. */
  asked: string[]
  /** Switches to the chain of this EIP-155 number; 137, Polygon, at first. */
  setChain(chainId: number): void
  /** The owner's answer from now on; "never" leaves every request open. */
  setWilling(isWilling: boolean | 'never'): void
}

type Options = {
  name?: string
  /** An older wallet does not announce itself; it is `window.ethereum`. */
  isOlder?: boolean
  /** Chains it can switch to. */
  knows?: readonly number[]
}
type Answer = { result: unknown } | { error: { code: number; message: string } }

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"%3E%3Ccircle cx="1" cy="1" r="1"/%3E%3C/svg%3E'

/** Gives the browser a wallet with a fresh key, on this page and all later ones. Several wallets are possible. */
export async function withWallet(
  page: Page,
  { name = 'Test wallet', isOlder = false, knows = [137, 56, 1] }: Options = {},
): Promise<BrowserWallet> {
  const { address, sign } = createWallet()
  const asked: string[] = []
  let chainId = 137
  let isWilling: boolean | 'never' = true

  const answers: Record<string, (...params: any[]) => unknown> = {
    eth_requestAccounts: () => [address.toLowerCase()],
    eth_chainId: () => hex(chainId),
    personal_sign(text: string, signer: string) {
      if (signer.toLowerCase() !== address.toLowerCase()) throw refusal(4100, 'Not an address of this wallet')
      return sign(Buffer.from(text.slice(2), 'hex'))
    },
    wallet_switchEthereumChain({ chainId: wanted }: { chainId: string }) {
      if (!knows.includes(Number(wanted))) throw refusal(4902, 'Unrecognized chain')
      chainId = Number(wanted)
      return null
    },
  }

  /** Methods that need the owner's consent; the wallet answers others itself. */
  async function answerTo(method: string, params: unknown[]): Promise<Answer> {
    asked.push(method)
    if (method !== 'eth_chainId') {
      if (isWilling === 'never') await new Promise(() => {})
      if (!isWilling) return { error: { code: 4001, message: 'User rejected the request' } }
    }
    const answer = answers[method]
    if (!answer) return { error: { code: 4200, message: `No ${method} here` } }
    try {
      return { result: await answer(...params) }
    } catch (error) {
      return { error: error as { code: number; message: string } }
    }
  }

  const given = { uuid: crypto.randomUUID(), name, icon: ICON, isOlder, bridge: `wallet_${crypto.randomUUID()}` }
  await page.exposeFunction(given.bridge, answerTo)
  await page.addInitScript(install, given)
  await page.evaluate(install, given)
  return {
    address,
    asked,
    setChain: (id) => (chainId = id),
    setWilling: (value) => (isWilling = value),
  }
}

type Given = { uuid: string; name: string; icon: string; isOlder: boolean; bridge: string }

/** Runs in the page. */
function install({ uuid, name, icon, isOlder, bridge }: Given): void {
  const bridged = window as unknown as Record<string, (method: string, params: unknown) => Promise<Answer>>
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown }) {
      const answer = await bridged[bridge]!(method, params)
      if ('result' in answer) return answer.result
      throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
    },
  }
  if (isOlder) {
    Object.assign(window, { ethereum: provider })
    return
  }
  const detail = Object.freeze({ info: { uuid, name, icon, rdns: 'example.wallet' }, provider })
  const announce = () => void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

function hex(value: number): string {
  return `0x${value.toString(16)}`
}

function refusal(code: number, message: string) {
  return { code, message }
}
