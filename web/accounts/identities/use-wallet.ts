/** Signing in with a wallet, step by step, from the button to the signed message. */
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { isSupportedChain } from '../../../domain/accounts/identities.ts'
import { errorText } from '../../client.ts'
import { FIRST_CHAIN, WalletError, connectWallet, findWallets, signWith, switchChain } from './wallet.ts'
import type { Connection, Wallet } from './wallet.ts'

/** Both may throw; the error is shown beside the button. */
export type WalletCalls = {
  /** The message for this address to sign. */
  onMessage: (asked: { address: string; chainId: number }) => Promise<string>
  onSigned: (signed: { message: string; signature: string }) => Promise<void>
}

type Step =
  | { at: 'rest'; problem?: string }
  | { at: 'choice'; wallets: Wallet[] }
  /** `on`: what the user has to do in the wallet; null while they only wait. */
  | { at: 'waiting'; on: 'wallet' | 'signature' | null }
  | { at: 'wrong_chain'; connection: Connection }

/** `stop` cancels: later answers of the wallet are ignored. Leaving the page does the same. */
export function useWallet({ onMessage, onSigned }: WalletCalls) {
  const textOf = useWalletText()
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run(on: 'wallet' | null, work: (signal: AbortSignal) => Promise<Step>) {
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    setStep({ at: 'waiting', on })
    const next = await work(signal).catch((error: unknown): Step => ({ at: 'rest', problem: textOf(error) }))
    if (!signal.aborted) setStep(next)
  }

  async function sign(connection: Connection, signal: AbortSignal): Promise<Step> {
    const { wallet, address, chainId } = connection
    signal.throwIfAborted()
    if (!isSupportedChain(chainId)) return { at: 'wrong_chain', connection }
    const message = await onMessage({ address, chainId })
    signal.throwIfAborted()
    setStep({ at: 'waiting', on: 'signature' })
    const signature = await signWith(wallet, address, message)
    signal.throwIfAborted()
    setStep({ at: 'waiting', on: null })
    await onSigned({ message, signature })
    return { at: 'rest' }
  }

  const choose = (wallet: Wallet) => run('wallet', async (signal) => sign(await connectWallet(wallet), signal))

  return {
    step,
    choose: (wallet: Wallet) => void choose(wallet),
    start: () =>
      void run(null, async (signal) => {
        const wallets = await findWallets()
        const [only] = wallets
        if (only === undefined || wallets.length > 1) return { at: 'choice', wallets }
        if (!signal.aborted) setStep({ at: 'waiting', on: 'wallet' })
        return sign(await connectWallet(only), signal)
      }),
    switchFrom: (connection: Connection) =>
      void run('wallet', async (signal) => sign(await switchChain(connection), signal)),
    stop: () => {
      running.current?.abort()
      setStep({ at: 'rest' })
    },
  }
}

/** The message to show for a thrown error. */
function useWalletText(): (error: unknown) => string {
  const { t } = useLingui()
  return (error) => {
    if (!(error instanceof WalletError)) return errorText(error)
    const { trouble } = error
    if (trouble === 'none')
      return t`No wallet found in this browser. Install one, or open this page in your wallet’s browser.`
    if (trouble === 'refused') return t`Nothing was signed. You can try again.`
    if (trouble === 'busy') return t`Your wallet has a pending request. Open it and try again.`
    const chain = FIRST_CHAIN.name
    if (trouble === 'chain_missing') return t`Your wallet doesn’t have ${chain} yet. Add the network and try again.`
    return t`Your wallet didn’t respond. Unlock it and try again.`
  }
}
