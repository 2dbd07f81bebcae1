/** A chain on this machine (anvil, from contracts/node_modules), reached from this machine only, and the calls that programs make to it. */
import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { CHALLENGE_BLOCKS } from '../../domain/escrow/check-terms.ts'
import { CREATE2_DEPLOYER, deployedAddress, NO_SALT } from '../../domain/escrow/terms.ts'
import type { Address } from '../../domain/escrow/terms.ts'
import { binaryOf } from './toolchain.ts'

type Hex = `0x${string}`
export type RpcCall = { method: string; params: unknown[] }
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string; data?: Hex } }
export type Receipt = {
  status: Hex
  gasUsed: Hex
  transactionHash: Hex
  logs: { address: Address; topics: Hex[]; data: Hex }[]
}

export type LocalChain = {
  url: string
  chainId: bigint
  /** Accounts that hold the chain's coin and sign by themselves. */
  accounts: readonly Address[]
  /** Throws a CallRefused with the contract's own error where the chain refuses. */
  call: <Result>(method: string, ...params: unknown[]) => Promise<Result>
  /** Many calls in few requests; a refused call is an answer. */
  callAll: (calls: readonly RpcCall[]) => Promise<RpcAnswer[]>
  /** Sends from one of the accounts and waits for the block. */
  send: (from: Address, to: Address, data: Hex) => Promise<Receipt>
  /** Creates a contract at the address that its bytecode leads to on every chain. */
  deploy: (bytecode: Hex) => Promise<Address>
  /** Lets time pass: the latest block is this many seconds later, after as many blocks as a challenge needs. */
  pass: (seconds: bigint) => Promise<void>
  /** The time of the latest block, in seconds since 1970, and its number. */
  latest: () => Promise<{ now: bigint; block: bigint }>
  close: () => void
}

/** What the chain refused, with the revert data of the contract. */
export class CallRefused extends Error {
  readonly data: Hex
  constructor(message: string, data: Hex) {
    super(message)
    this.data = data
  }
}

const CALLS_PER_REQUEST = 500

const hex = (value: bigint): Hex => `0x${value.toString(16)}`

/** Its number is none of a real chain's, so that nothing signed here counts there. */
const LOCAL_CHAIN_ID = 731_936n

export async function startLocalChain({ hardfork = 'cancun' }: { hardfork?: string } = {}): Promise<LocalChain> {
  const args = ['--port', '0', '--chain-id', String(LOCAL_CHAIN_ID), '--hardfork', hardfork]
  const anvil = spawn(binaryOf('anvil'), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => void anvil.kill()
  process.once('exit', stop)
  const url = await new Promise<string>((started, failed) => {
    let output = ''
    const read = (part: Buffer) => {
      output += part.toString()
      const address = /Listening on (\S+:\d+)/.exec(output)?.[1]
      if (address !== undefined) started(`http://${address}`)
    }
    anvil.stdout.on('data', read)
    anvil.stderr.on('data', read)
    anvil.once('error', failed)
    anvil.once('exit', (code) => failed(new Error(`anvil ended with ${code}: ${output.trim()}`)))
  })

  async function callAll(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    const answers: RpcAnswer[] = []
    for (let at = 0; at < calls.length; at += CALLS_PER_REQUEST) {
      const part = calls.slice(at, at + CALLS_PER_REQUEST)
      const body = JSON.stringify(part.map((one, id) => ({ jsonrpc: '2.0', id, ...one })))
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const given = (await response.json()) as (RpcAnswer & { id: number })[]
      answers.push(...given.toSorted((one, other) => one.id - other.id))
    }
    return answers
  }

  async function call<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const [answer] = await callAll([{ method, params }])
    if (answer === undefined) throw new Error(`${method}: no answer`)
    if ('error' in answer) throw new CallRefused(`${method}: ${answer.error.message}`, answer.error.data ?? '0x')
    return answer.result as Result
  }

  async function send(from: Address, to: Address, data: Hex): Promise<Receipt> {
    const hash = await call<Hex>('eth_sendTransaction', { from, to, data })
    const receipt = await receiptOf(hash)
    if (receipt.status !== '0x1') throw new Error(`${hash} failed`)
    return receipt
  }

  /** The block of a transaction can be made after its hash is answered. */
  async function receiptOf(hash: Hex): Promise<Receipt> {
    for (;;) {
      const receipt = await call<Receipt | null>('eth_getTransactionReceipt', hash)
      if (receipt !== null) return receipt
      await setTimeout(2)
    }
  }

  const accounts = await call<Address[]>('eth_accounts')
  return {
    url,
    chainId: LOCAL_CHAIN_ID,
    accounts,
    call,
    callAll,
    send,
    async deploy(bytecode) {
      const address = deployedAddress(bytecode)
      const code = await call<Hex>('eth_getCode', address, 'latest')
      if (code === '0x') await send(accounts[0]!, CREATE2_DEPLOYER, `${NO_SALT}${bytecode.slice(2)}`)
      return address
    },
    async pass(seconds) {
      await call('evm_increaseTime', Number(seconds % CHALLENGE_BLOCKS))
      await call('anvil_mine', hex(CHALLENGE_BLOCKS), hex(seconds / CHALLENGE_BLOCKS))
    },
    async latest() {
      const block = await call<{ timestamp: Hex; number: Hex }>('eth_getBlockByNumber', 'latest', false)
      return { now: BigInt(block.timestamp), block: BigInt(block.number) }
    },
    close() {
      process.off('exit', stop)
      stop()
    },
  }
}
