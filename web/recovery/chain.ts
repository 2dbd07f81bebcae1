/** A chain as the reader's own RPC shows it: nothing comes from a server of ours. */
import * as Hex from 'ox/Hex'
import { checkTerms, MIN_PAY_TIME } from '../../domain/escrow/check-terms.ts'
import type { TermRefusal } from '../../domain/escrow/check-terms.ts'
import { hubRefusal, readTradeState, tradeStateReads } from '../../domain/escrow/hub-calls.ts'
import type { TradeState } from '../../domain/escrow/hub-calls.ts'
import { possibleCalls } from '../../domain/escrow/possible-calls.ts'
import type { PossibleCall } from '../../domain/escrow/possible-calls.ts'
import type { Recovery } from '../../domain/escrow/recovery-file.ts'
import { pocketAddress, tradeIdOf } from '../../domain/escrow/terms.ts'
import type { Address, EscrowTerms } from '../../domain/escrow/terms.ts'

/** `other_chain`: the RPC is of another network than the terms. `no_hub`: there is no contract at the hub's address. */
export type ChainTrouble = 'unreachable' | 'other_chain' | 'no_hub' | 'refused'

export class ChainError extends Error {
  readonly trouble: ChainTrouble
  /** The contract's own reason. */
  readonly reason: string

  constructor(trouble: ChainTrouble, reason = '') {
    super(`chain: ${trouble} ${reason}`)
    this.trouble = trouble
    this.reason = reason
  }
}

export type Rpc = <Result>(method: string, ...params: unknown[]) => Promise<Result>

type Answer = { result?: unknown; error?: { message?: string; data?: unknown } }

export function rpcAt(url: string): Rpc {
  return async <Result>(method: string, ...params: unknown[]) => {
    let answer: Answer
    try {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      answer = (await response.json()) as Answer
    } catch {
      throw new ChainError('unreachable')
    }
    if (answer.error) throw new ChainError('refused', reasonOf(answer.error))
    return answer.result as Result
  }
}

function reasonOf({ message = '', data }: { message?: string; data?: unknown }): string {
  const name = typeof data === 'string' && /^0x[0-9a-f]+$/i.test(data) ? hubRefusal(data as Hex.Hex) : null
  return name ?? message
}

export type Reading = {
  /** Seconds since 1970, of the chain's latest block. */
  now: bigint
  /** Its number. */
  block: bigint
  state: TradeState
  calls: readonly PossibleCall[]
  /** The first rule that the terms broke when they were made; null as of a right page. */
  refusal: TermRefusal | null
}

/** The trade at the latest block. Throws a ChainError. */
export async function readChain(rpc: Rpc, { hub, terms, signatures }: Recovery): Promise<Reading> {
  const chainId = BigInt(await rpc<Hex.Hex>('eth_chainId'))
  if (chainId !== terms.chainId) throw new ChainError('other_chain', String(chainId))
  if (!(await hasCode(rpc, hub))) throw new ChainError('no_hub')
  const latest = await rpc<{ timestamp: Hex.Hex; number: Hex.Hex }>('eth_getBlockByNumber', 'latest', false)
  const answers = await Promise.all(tradeStateReads(hub, terms).map((read) => rpc<Hex.Hex>('eth_call', read, 'latest')))
  // What a contract answers that does not know the question.
  if (answers.includes('0x')) throw new ChainError('refused', 'balanceOf')
  const [now, block] = [BigInt(latest.timestamp), BigInt(latest.number)]
  const state = readTradeState(answers)
  const calls = await acceptedOf(rpc, hub, possibleCalls({ terms, signatures, state, now, block }))
  return { now, block, state, calls, refusal: await refusalOf(rpc, hub, terms) }
}

/** A tribunal's vote, and whether what a rescue names is there, only the network can judge; of a number one settlement is enough. */
async function acceptedOf(rpc: Rpc, hub: Address, calls: readonly PossibleCall[]): Promise<PossibleCall[]> {
  const accepted = await Promise.all(
    calls.map(async ({ move, data }) => {
      if (move !== 'rescue' && move !== 'settle') return true
      return await rpc('eth_call', { to: hub, data }, 'latest').then(
        () => true,
        () => false,
      )
    }),
  )
  const possible = calls.filter((_, index) => accepted[index])
  const isFirst = ({ move, released }: PossibleCall, at: number) =>
    possible.findIndex((other) => other.move === move && other.released === released) === at
  return possible.filter((call, at) => call.move !== 'settle' || isFirst(call, at))
}

/** The times of the terms are judged as of the trade's opening. */
async function refusalOf(rpc: Rpc, hub: Address, terms: EscrowTerms): Promise<TermRefusal | null> {
  const keys = [terms.buyer, terms.seller, terms.seller2, terms.seller3]
  const payees = [terms.buyerTo, terms.sellerTo, terms.feeTo, pocketAddress(hub, tradeIdOf(terms))]
  const [tokenUnit, contracts, members, blocked] = await Promise.all([
    unitOf(rpc, terms.token),
    keysWhere(keys, (key) => hasCode(rpc, key)),
    keysWhere(keys, (key) => isTrue(rpc, terms.arbiter, IS_MEMBER, key)),
    keysWhere(payees, (payee) => isBlocked(rpc, terms.token, payee)),
  ])
  return checkTerms(terms, {
    hub,
    chainId: terms.chainId,
    now: terms.payBy - MIN_PAY_TIME,
    tokenUnit,
    isContract: (key) => contracts.has(key),
    isMember: (key) => members.has(key),
    isBlocked: (account) => blocked.has(account),
    isSettled: false,
  })
}

async function keysWhere(keys: readonly Address[], isSo: (key: Address) => Promise<boolean>): Promise<Set<Address>> {
  const found = await Promise.all(keys.map(async (key) => ({ key, isFound: await isSo(key) })))
  return new Set(found.filter(({ isFound }) => isFound).map(({ key }) => key))
}

/** An account that delegates to code (EIP-7702) has 23 bytes of it, and still signs as a key. */
async function hasCode(rpc: Rpc, address: Address): Promise<boolean> {
  const code = await rpc<Hex.Hex>('eth_getCode', address, 'latest')
  return code !== '0x' && !(code.length === 48 && code.startsWith('0xef0100'))
}

const DECIMALS = '0x313ce567'
const IS_MEMBER = '0xa230c524'
/** `isBlocked(address)` of USDT0, `isBlacklisted(address)` of USDC, `isBlackListed(address)` of Ethereum's USDT. */
const IS_BLOCKED = ['0xfbac3951', '0xfe575a87', '0xe47d6060']

async function unitOf(rpc: Rpc, token: Address): Promise<bigint | null> {
  if (!(await hasCode(rpc, token))) return null
  const answer = await rpc<Hex.Hex>('eth_call', { to: token, data: DECIMALS }, 'latest').catch(() => '0x')
  const decimals = answer === '0x' ? 0n : BigInt(answer)
  return decimals < 6n || decimals > 18n ? 0n : 10n ** (decimals - 6n)
}

async function isBlocked(rpc: Rpc, token: Address, account: Address): Promise<boolean> {
  const answers = await Promise.all(IS_BLOCKED.map(async (question) => isTrue(rpc, token, question, account)))
  return answers.includes(true)
}

/** A contract that does not know the question says no: an arbiter without members, a token that blocks no address. */
async function isTrue(rpc: Rpc, to: Address, question: string, about: Address): Promise<boolean> {
  const data = `${question}${about.slice(2).padStart(64, '0')}`
  const answer = await rpc<Hex.Hex>('eth_call', { to, data }, 'latest').catch(() => '0x' as const)
  return answer.length === 66 && BigInt(answer) === 1n
}

const RECEIPT_EVERY_MS = 1000

/** Waits until the transaction is in a block. Throws a ChainError where it failed there. */
export async function waitForBlock(rpc: Rpc, hash: Hex.Hex): Promise<void> {
  for (;;) {
    const receipt = await rpc<{ status: Hex.Hex } | null>('eth_getTransactionReceipt', hash)
    if (receipt?.status === '0x1') return
    if (receipt) throw new ChainError('refused')
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_EVERY_MS))
  }
}
