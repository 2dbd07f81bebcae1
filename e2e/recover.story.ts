/** A trade is settled with recover.html, a file: no server of the platform is asked for anything. */
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import type { Page, TestInfo } from '@playwright/test'
import { writeRecoveryFile } from '../domain/escrow/recovery-file.ts'
import { ZERO_ADDRESS } from '../domain/escrow/terms.ts'
import { deployEscrow } from '../scripts/contracts/deployed.ts'
import type { Deployed } from '../scripts/contracts/deployed.ts'
import { keyOf } from '../scripts/contracts/keys.ts'
import { startLocalChain } from '../scripts/contracts/local-chain.ts'
import type { LocalChain } from '../scripts/contracts/local-chain.ts'
import { ARBITERS } from '../scripts/contracts/rehearsed-trade.ts'
import type { Rehearsed } from '../scripts/contracts/rehearsed-trade.ts'
import { leftOpen } from '../scripts/contracts/rehearsal.ts'
import { buildRecoveryPage, RECOVERY_PAGE } from '../scripts/recovery-page.ts'
import { expectAccessible } from './accessible.ts'

test.beforeAll(buildRecoveryPage)

type Left = { chain: LocalChain; trade: Rehearsed; file: string; asked: Set<string> }

async function deployOn(chain: LocalChain): Promise<Deployed> {
  const members = ARBITERS.map((name) => keyOf(name).address)
  return await deployEscrow(chain, members, 2n)
}

/** A trade on which both parties have voted, its file, and a browser that reaches the chain only; all it asked is kept. */
async function leaveTrade(page: Page, info: TestInfo): Promise<Left> {
  const chain = await startLocalChain()
  const deployed = await deployOn(chain)
  const trade = await leftOpen({ chain, deployed, print: () => {} })
  const file = info.outputPath('recovery.json')
  await writeFile(file, writeRecoveryFile({ hub: deployed.hub, ...trade }))
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.route(
    (url) => url.protocol !== 'file:' && url.origin !== chain.url,
    (route) => route.abort(),
  )
  return { chain, trade, file, asked }
}

async function openFile(page: Page, file: string): Promise<void> {
  await page.goto(pathToFileURL(RECOVERY_PAGE).href)
  await page.getByLabel('Recovery file', { exact: true }).setInputFiles(file)
}

async function readTrade(page: Page, { url }: LocalChain): Promise<void> {
  await page.getByLabel('Address of an RPC of the network').fill(url)
  await page.getByRole('button', { name: 'Read the trade' }).click()
}

async function expectReleased(page: Page, { trade, chain, asked }: Left): Promise<void> {
  await expect(page.getByText('Done: the call is in a block.')).toBeVisible()
  await expect(page.getByText('The trade is settled.')).toBeVisible()
  expect(await trade.balances()).toEqual({ pocket: 0n, buyer: 99_500_000n, seller: 900_000_000n, fees: 500_000n })
  expect([...asked].toSorted()).toEqual([chain.url, 'null'].toSorted())
}

test('a file, an RPC and a pasted key settle a trade, and nothing else is reached @phone', async ({ page }, info) => {
  const left = await leaveTrade(page, info)
  const { chain, trade, file } = left
  const sender = keyOf('a passer-by')
  await chain.call('anvil_setBalance', sender.address, '0xde0b6b3a7640000')

  await openFile(page, file)
  await expect(page.getByText(trade.pocket)).toBeVisible()
  await expect(page.getByText('0.5%, paid by the buyer from what is received')).toBeVisible()
  await readTrade(page, chain)
  await expect(page.getByText('The address holds 100 USDT.')).toBeVisible()
  await expectAccessible(page, { colours: ['light', 'dark'] })

  await page.getByRole('radio', { name: /^Settle by the two votes in the file To the buyer 99\.5 USDT/ }).check()
  await page.getByText('Send with a private key').click()
  await page.getByLabel('Private key of an account').fill(sender.privateKey)
  await page.getByRole('button', { name: 'Sign and send' }).click()
  await expectReleased(page, left)
  await expect(page.getByLabel('Private key of an account')).toBeHidden()
  chain.close()
})

test('a wallet sends the call, after one that was rejected and one on another network', async ({ page }, info) => {
  const left = await leaveTrade(page, info)
  const { chain, file } = left
  const wallet = { isWilling: false, chainId: '0x1', asked: [] as string[] }
  await page.exposeFunction('walletAnswer', async (method: string, params: Record<string, string>[]) => {
    wallet.asked.push(method)
    if (method === 'eth_requestAccounts') return { result: [chain.accounts[5]] }
    if (method === 'eth_chainId') return { result: wallet.chainId }
    if (!wallet.isWilling) return { code: 4001 }
    if (method === 'wallet_switchEthereumChain') wallet.chainId = params[0]!.chainId!
    return { result: method === 'eth_sendTransaction' ? await chain.call(method, ...params) : null }
  })
  await page.addInitScript(() => {
    type Asked = { method: string; params?: unknown }
    type Answer = { result?: unknown; code?: number }
    const { walletAnswer } = window as unknown as { walletAnswer: (method: string, params: unknown) => Promise<Answer> }
    const request = async ({ method, params = [] }: Asked) => {
      const { result, code } = await walletAnswer(method, params)
      if (code !== undefined) throw Object.assign(new Error('rejected'), { code })
      return result
    }
    Object.assign(window, { ethereum: { request } })
  })

  await openFile(page, file)
  await readTrade(page, chain)
  await page.getByRole('radio', { name: /^Settle/ }).check()
  await page.getByRole('button', { name: 'Send with a wallet' }).click()
  await expect(page.getByText('The wallet refused.')).toBeVisible()
  wallet.isWilling = true
  await page.getByRole('button', { name: 'Send with a wallet' }).click()
  await expectReleased(page, left)
  expect(BigInt(wallet.chainId)).toBe(chain.chainId)
  expect(wallet.asked.at(-1)).toBe('eth_sendTransaction')
  chain.close()
})

test('what arrived by mistake is returned where the seller signed', async ({ page }, info) => {
  const { chain, trade, file } = await leaveTrade(page, info)
  const sender = keyOf('a passer-by')
  await chain.call('anvil_setBalance', sender.address, '0xde0b6b3a7640000')
  const [to, amount] = [keyOf('another wallet of the seller').address, 5_000_000_000n] as const
  trade.sign('seller', { type: 'Rescue', token: ZERO_ADDRESS, to, amount, validUntil: trade.terms.finalAt })
  await writeFile(file, writeRecoveryFile({ hub: (await deployOn(chain)).hub, ...trade }))

  await openFile(page, file)
  await expect(page.getByText('By the seller: where something goes that arrived by mistake')).toBeVisible()
  await readTrade(page, chain)
  const rescue = page.getByRole('radio', { name: /^Send what arrived by mistake/ })
  await expect(page.getByRole('radio', { name: /^Settle/ })).toBeVisible()
  await expect(rescue).toBeHidden()

  await chain.call('anvil_setBalance', trade.pocket, '0x12a05f200')
  await page.getByRole('button', { name: 'Read the trade' }).click()
  await rescue.check()
  await page.getByText('Send with a private key').click()
  await page.getByLabel('Private key of an account').fill(sender.privateKey)
  await page.getByRole('button', { name: 'Sign and send' }).click()
  await expect(page.getByText('Done: the call is in a block.')).toBeVisible()
  await expect(rescue).toBeHidden()
  expect(BigInt(await chain.call<`0x${string}`>('eth_getBalance', to, 'latest'))).toBe(amount)
  chain.close()
})

test('a changed file, another network and an address that does not answer are refused in words', async ({
  page,
}, info) => {
  const { chain, trade, file } = await leaveTrade(page, info)
  const text = await readFile(file, 'utf8')
  const changed = info.outputPath('changed.json')
  await writeFile(changed, text.replace('"amount": "100000000"', '"amount": "90000000"'))
  await openFile(page, changed)
  await expect(page.getByRole('alert')).toContainText('they do not lead to its trade')
  await expect(page.getByRole('heading', { name: '2. The network' })).toBeHidden()

  const elsewhere = { ...trade, terms: { ...trade.terms, chainId: 137n }, signatures: [] }
  await writeFile(changed, writeRecoveryFile({ hub: trade.terms.arbiter, ...elsewhere }))
  await openFile(page, changed)
  await expect(page.getByText('not the one that this page knows')).toBeVisible()
  await readTrade(page, chain)
  await expect(page.getByRole('alert')).toContainText('another network than the trade')

  await page.getByLabel('Address of an RPC of the network').fill('http://127.0.0.1:9')
  await page.getByRole('button', { name: 'Read the trade' }).click()
  await expect(page.getByRole('alert')).toContainText('does not answer')
  chain.close()
})

test('the page speaks three languages, and its policy lets no other script run @phone', async ({ page }, info) => {
  const { chain, file } = await leaveTrade(page, info)
  await openFile(page, file)
  await readTrade(page, chain)
  for (const [language, heading, direction] of [
    ['Français', 'Régler un échange sans la plateforme', 'ltr'],
    ['العربية', 'تسوية صفقة دون المنصة', 'rtl'],
    ['English', 'Settle a trade without the platform', 'ltr'],
  ] as const) {
    await page.getByRole('button', { name: language }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', direction)
    await expectAccessible(page)
  }
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.isFooled = true'
    document.body.append(script)
    return 'isFooled' in window
  })
  expect(ran).toBe(false)
  chain.close()
})
