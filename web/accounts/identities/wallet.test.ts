import { Wallet as Key, getBytes, verifyMessage } from 'ethers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_CHAIN, connectWallet, findWallets, signWith, switchChain, type Wallet } from './wallet.ts'

type Asked = { method: string; params?: readonly unknown[] }

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A wallet with a real signature, at first on Ethereum. `answers` replace its answers. */
function keyInBrowser(answers: Record<string, () => unknown> = {}) {
  const key = Key.createRandom()
  let chain = '0x1'
  const own: Record<string, (params: readonly any[]) => unknown> = {
    eth_requestAccounts: () => [key.address.toLowerCase()],
    eth_chainId: () => chain,
    wallet_switchEthereumChain: ([{ chainId }]) => ((chain = chainId), null),
    personal_sign: ([text, address]) => {
      if (address !== key.address.toLowerCase()) throw rpcError(4100)
      return key.signMessage(getBytes(text))
    },
  }
  const provider = {
    async request({ method, params = [] }: Asked) {
      const answer = answers[method] ?? own[method]
      if (!answer) throw rpcError(4200)
      return answer(params)
    },
  }
  return { key, provider }
}

const rpcError = (code: unknown, more = {}) => Object.assign(new Error('words of the wallet'), { code, ...more })
const walletOf = (answers?: Record<string, () => unknown>): Wallet => ({
  id: 'a',
  name: 'A',
  icon: null,
  provider: keyInBrowser(answers).provider,
})
const failing = (thrown: unknown) => () => {
  throw thrown
}
const trouble = (name: string) => ({ name: 'WalletError', trouble: name })

/** Announces itself on request, as EIP-6963 defines. */
function announce(info: unknown, provider: unknown, { isLate = false } = {}) {
  const say = () =>
    void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  window.addEventListener('eip6963:requestProvider', () => (isLate ? setTimeout(say, 50) : say()))
}

test('a wallet is found, shows its address, and signs the message as UTF-8', async () => {
  const { key, provider } = keyInBrowser()
  announce({ uuid: 'a', name: 'Wallet A', icon: 'data:image/svg+xml,<svg/>', rdns: 'test.a' }, provider)
  const [wallet] = await findWallets()
  const connection = await connectWallet(wallet!)
  expect(connection).toEqual({ wallet, address: key.address.toLowerCase(), chainId: 1 })
  const message = 'Sarraf – صرّاف\n\nNonce: 0x00'
  const signature = await signWith(connection.wallet, connection.address, message)
  expect(verifyMessage(message, signature)).toBe(key.address)
})

test('several wallets are distinguished, a repeated announcement counts once, and invalid ones are ignored', async () => {
  const [a, b] = [keyInBrowser(), keyInBrowser()]
  announce({ uuid: 'a', name: 'Wallet A', icon: 'data:image/png;base64,AA==' }, a.provider)
  announce({ uuid: 'a', name: 'Wallet A', icon: 'data:image/png;base64,AA==' }, a.provider)
  announce({ uuid: 'b', name: 'Wallet B', icon: 'https://tracker.test/icon.png' }, b.provider, { isLate: true })
  announce({ uuid: 'c', name: 'No provider' }, {})
  announce({ name: 'No id' }, a.provider)
  announce(null, a.provider)
  Object.assign(window, { ethereum: a.provider })
  expect((await findWallets()).map(({ id, name, icon }) => [id, name, icon])).toEqual([
    ['a', 'Wallet A', 'data:image/png;base64,AA=='],
    ['b', 'Wallet B', null],
  ])
})

test('an older wallet is found as window.ethereum', async () => {
  const { provider } = keyInBrowser()
  Object.assign(window, { ethereum: provider })
  expect((await findWallets()).map((wallet) => wallet.provider)).toEqual([provider])
})

test.each([[undefined], [null], [{}], ['a text'], [{ request: true }]])('%j is no wallet', async (ethereum) => {
  Object.assign(window, { ethereum })
  await expect(findWallets()).rejects.toMatchObject(trouble('none'))
})

test.each([
  ['the person says no', rpcError(4001), 'refused'],
  [
    'the person says no, inside an error of the wallet',
    rpcError(-32603, { data: { originalError: { code: 4001 } } }),
    'refused',
  ],
  ['an earlier question is open', rpcError(-32002), 'busy'],
  ['it may not', rpcError(4100), 'failed'],
  ['it gives no code', new Error('out of order'), 'failed'],
  ['it throws a text', 'no', 'failed'],
  ['it throws nothing', undefined, 'failed'],
  ['its error has no data', rpcError(-32603, { data: null }), 'failed'],
])('when %s, the error says so', async (_, thrown, name) => {
  const address = `0x${'1'.repeat(40)}`
  for (const method of ['eth_requestAccounts', 'eth_chainId']) {
    await expect(connectWallet(walletOf({ [method]: failing(thrown) }))).rejects.toMatchObject(trouble(name))
  }
  const signing = walletOf({ personal_sign: failing(thrown) })
  await expect(signWith(signing, address, 'text')).rejects.toMatchObject(trouble(name))
  const staying = { wallet: walletOf({ wallet_switchEthereumChain: failing(thrown) }), address, chainId: 1 }
  await expect(switchChain(staying)).rejects.toMatchObject(trouble(name))
})

test.each([[[]], [null], ['0x'], [['0x12']], [[7]], [[`0x${'g'.repeat(40)}`]]])(
  '%j instead of an address is a failure',
  async (accounts) => {
    const wallet = walletOf({ eth_requestAccounts: () => accounts })
    await expect(connectWallet(wallet)).rejects.toMatchObject(trouble('failed'))
  },
)

test.each([[null], [''], ['signed'], [{ signature: '0x00' }]])('%j is no signature', async (answer) => {
  const wallet = walletOf({ personal_sign: () => answer })
  await expect(signWith(wallet, '0x', 'text')).rejects.toMatchObject(trouble('failed'))
})

test.each([
  ['0x89', 137],
  ['0x38', 56],
  [137, 137],
  ['137', 137],
  ['0xaa36a7', 11_155_111],
])('the chain %j is number %i', async (answer, chainId) => {
  expect((await connectWallet(walletOf({ eth_chainId: () => answer }))).chainId).toBe(chainId)
})

test.each([['mainnet'], [undefined], [{}], ['0x'], [1.5]])('%j is no chain', async (answer) => {
  await expect(connectWallet(walletOf({ eth_chainId: () => answer }))).rejects.toMatchObject(trouble('failed'))
})

test('a wallet on another chain switches to the first supported one, if it has it', async () => {
  const connection = await connectWallet(walletOf())
  expect(await switchChain(connection)).toEqual({ ...connection, chainId: FIRST_CHAIN.id })
  const stranger = { ...connection, wallet: walletOf({ wallet_switchEthereumChain: failing(rpcError(4902)) }) }
  await expect(switchChain(stranger)).rejects.toMatchObject(trouble('chain_missing'))
  const stubborn = { ...connection, wallet: walletOf({ wallet_switchEthereumChain: () => null }) }
  expect((await switchChain(stubborn)).chainId).toBe(1)
})
