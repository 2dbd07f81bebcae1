/** Trades of 100 USDT from deposit to end, on one chain and in one token. */
import * as Hex from 'ox/Hex'
import type { Chain, Compiled, Gas, Sent } from './chain.ts'
import { addressOf, ascending, keyAt, sign } from './signing.ts'
import type { Act } from './signing.ts'

export const ZERO = Hex.fromNumber(0, { size: 20 })
const MICRO = 100_000_000n

export type Setting = {
  chain: Chain
  relayer: Hex.Hex
  seller: Hex.Hex
  token: Hex.Hex
  tokenContract: Compiled
  unit: bigint
  /** Hold the token already. */
  payee: Hex.Hex
  feeTo: Hex.Hex
}
export type Contracts = { hub: Compiled; tribunal: Compiled }

type Terms = Record<string, unknown> & { arbiter: Hex.Hex; payBy: bigint; finalAt: bigint }
type Trade = { terms: Terms; id: Hex.Hex; pocket: Hex.Hex }

const BUYER = keyAt(0)
const SELLER = keyAt(1)
const ARBITER = keyAt(2)
const MEMBERS = ascending([keyAt(3), keyAt(4), keyAt(5)])

export async function measureTrades(setting: Setting, { hub: hubContract, tribunal }: Contracts) {
  const { chain, relayer, seller, token, tokenContract, unit } = setting
  const hub = await chain.deploy(relayer, hubContract)
  const bench = await chain.deploy(relayer, tribunal, MEMBERS.map(addressOf), 2n)
  let count = 0

  async function open(changes: Partial<Terms> = {}): Promise<Trade & { deposit: Sent }> {
    const { timestamp } = await chain.call<{ timestamp: Hex.Hex }>('eth_getBlockByNumber', 'latest', false)
    const now = BigInt(timestamp)
    const terms: Terms = {
      ref: Hex.fromNumber(++count, { size: 32 }),
      chainId: BigInt(chain.chainId),
      token,
      unit,
      amount: MICRO,
      feeBps: 50n,
      feeOnTop: false,
      feeTo: setting.feeTo,
      buyer: addressOf(BUYER),
      buyerTo: setting.payee,
      seller: addressOf(SELLER),
      seller2: addressOf(keyAt(6)),
      seller3: addressOf(keyAt(7)),
      sellerTo: seller,
      arbiter: addressOf(ARBITER),
      payBy: now + 3_600n,
      challenge: 3_600n,
      finalAt: now + 5_184_000n,
      ...changes,
    }
    const [id, pocket] = await chain.read<[Hex.Hex, Hex.Hex]>(hub, hubContract, 'pocketOf', [terms])
    const deposit = await chain.send(seller, token, tokenContract, 'transfer', [pocket, MICRO * unit])
    return { terms, id, pocket, deposit }
  }

  /** As in the product, a party's signature lasts until the trade's last deadline, and an arbiter's two days. */
  const signed = (key: Hex.Hex, act: Act, { id, pocket, terms }: Trade, message: Record<string, unknown> = {}) =>
    sign(key, chain.chainId, hub, act, { tradeId: id, escrow: pocket, validUntil: terms.finalAt, ...message })

  function vote(role: bigint, keys: readonly Hex.Hex[], trade: Trade, released: bigint) {
    const { payBy, finalAt } = trade.terms
    const times =
      role === 2n ? { validAfter: payBy - 3_600n, validUntil: payBy } : { validAfter: 0n, validUntil: finalAt }
    const message = { role, token, amount: MICRO, released, ...times }
    const signatures = keys.map((key) => signed(key, 'Vote', trade, message))
    return { role, ...times, signature: Hex.concat(...signatures) }
  }

  const send = (name: string, ...args: unknown[]) => chain.send(relayer, hub, hubContract, name, args)
  const settle = (trade: Trade, released: bigint, arbiters?: readonly Hex.Hex[]) =>
    send(
      'settle',
      trade.terms,
      released,
      vote(0n, [BUYER], trade, released),
      arbiters ? vote(2n, arbiters, trade, released) : vote(1n, [SELLER], trade, released),
    )

  const rows: Record<string, Gas> = {}
  const fresh = await open({ buyerTo: addressOf(keyAt(100)) })
  rows['deposit, by any wallet'] = fresh.deposit
  rows['release, fresh payee'] = await settle(fresh, MICRO)
  rows['release, payee holds the token'] = await settle(await open(), MICRO)
  rows['refund by votes'] = await settle(await open(), 0n)
  rows['split by one arbiter key'] = await settle(await open(), 40_000_000n, [ARBITER])
  rows['split by the tribunal, 2 of 3'] = await settle(await open({ arbiter: bench }), 40_000_000n, MEMBERS.slice(0, 2))
  const claimed = await open()
  rows['paid claim'] = await send(
    'claimPaid',
    claimed.terms,
    claimed.terms.finalAt,
    signed(BUYER, 'PaidClaim', claimed),
  )
  const asked = await open()
  await chain.pass(3_600)
  const request = signed(SELLER, 'RefundRequest', asked)
  rows['refund request'] = await send('requestRefund', asked.terms, asked.terms.finalAt, request)
  await chain.pass(3_600)
  rows['refund after the challenge'] = await send('executeRefund', asked.terms)
  const left = await open()
  await chain.pass(5_184_000)
  rows['expiry'] = await send('expire', left.terms)
  await chain.send(seller, token, tokenContract, 'transfer', [left.pocket, unit])
  rows['sweep of a late deposit'] = await send('sweep', left.terms)
  return rows
}
