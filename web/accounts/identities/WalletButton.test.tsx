import { afterEach, expect, test, vi } from 'vitest'
import { alerts, expectAccessible, findButton, openPage, pressButton } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { WalletButton } from './WalletButton.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a missing wallet is named', async () => {
  await open()
  await waitFor(() => expect(alerts()[0]).toContain('No wallet found in this browser'))
  await expectAccessible()
})

test('a refused signature can be tried again', async () => {
  const { wallet, signed } = stubWallet()
  wallet.isWilling = false
  await open(signed)
  await waitFor(() => expect(alerts()).toEqual(['Nothing was signed. You can try again.']))
  wallet.isWilling = true
  await pressButton('Sign in with a wallet')
  await waitFor(() => expect(signed).toHaveBeenCalledOnce())
  expect(alerts()).toEqual([])
})

test('an unsupported chain is named with the supported ones, and the wallet switches to the first of them', async () => {
  const { wallet, signed } = stubWallet()
  wallet.chain = '0xaa36a7'
  await open(signed)
  await waitFor(() =>
    expect(alerts()).toEqual(['Unsupported chain. Switch your wallet to Polygon, BNB Chain or Ethereum.']),
  )
  await expectAccessible()
  await pressButton('Switch to Polygon')
  await waitFor(() => expect(signed).toHaveBeenCalledOnce())
  expect(findButton('Switch to Polygon')).toBeUndefined()
})

async function open(onSigned: () => Promise<void> = async () => {}): Promise<void> {
  await openPage(() => <WalletButton onMessage={async () => 'Sign this'} onSigned={onSigned} />, { path: '/' })
  await pressButton('Sign in with a wallet')
}

/** An older wallet, which does not announce itself. */
function stubWallet() {
  const wallet = { chain: '0x89', isWilling: true }
  const signed = vi.fn<() => Promise<void>>(async () => {})
  const answers: Record<string, () => unknown> = {
    eth_requestAccounts: () => [`0x${'0a'.repeat(20)}`],
    eth_chainId: () => wallet.chain,
    wallet_switchEthereumChain: () => ((wallet.chain = '0x89'), null),
    personal_sign: () => `0x${'1b'.repeat(65)}`,
  }
  vi.stubGlobal('ethereum', {
    async request({ method }: { method: string }) {
      if (!wallet.isWilling) throw Object.assign(new Error('refused'), { code: 4001 })
      return answers[method]?.()
    },
  })
  return { wallet, signed }
}
