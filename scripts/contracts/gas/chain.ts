/** A local chain, on which transactions are sent from anvil's unlocked accounts, and what each of them costs. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import * as Abi from 'ox/Abi'
import * as AbiConstructor from 'ox/AbiConstructor'
import * as AbiFunction from 'ox/AbiFunction'
import type * as Hex from 'ox/Hex'
import { binaryOf } from '../toolchain.ts'

/** As many as a challenge needs at least. */
const CHALLENGE_BLOCKS = 400

export type Compiled = { abi: Abi.Abi; bytecode: Hex.Hex }
/** Gas by the schedule of Cancun, and by that of Polygon since May 2026 (PIP-88). */
export type Gas = { cancun: number; polygon: number }
export type Sent = Gas & { address: Hex.Hex | null; logs: { address: Hex.Hex; topics: Hex.Hex[] }[] }

type Receipt = { status: Hex.Hex; gasUsed: Hex.Hex; contractAddress: Hex.Hex | null; logs: Sent['logs'] }
type Step = { op: string; gasCost: number; stack: Hex.Hex[] }

export type Chain = Awaited<ReturnType<typeof openChain>>

export async function openChain(chainId: number) {
  const port = await freePort()
  const args = ['--port', String(port), '--chain-id', String(chainId), '--timestamp', '1800000000']
  const child = spawn(binaryOf('anvil'), [...args, '--hardfork', 'cancun', '--steps-tracing', '--silent'], {
    stdio: 'ignore',
  })

  async function call<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })
    const { result, error } = (await answer.json()) as { result: Result; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  async function transact(from: Hex.Hex, to: Hex.Hex | null, data: Hex.Hex): Promise<Sent> {
    const gas = '0x1c9c380'
    const hash = await call<Hex.Hex>('eth_sendTransaction', { from, data, gas, ...(to && { to }) })
    const receipt = await until(async () => {
      const found = await call<Receipt | null>('eth_getTransactionReceipt', hash)
      if (!found) throw new Error(`no receipt of ${hash}`)
      return found
    })
    if (receipt.status !== '0x1') throw new Error(`a call of ${to} was reverted`)
    const cancun = Number(receipt.gasUsed)
    const trace = await call<{ structLogs: Step[] }>('debug_traceTransaction', hash, { disableMemory: true })
    return {
      cancun,
      polygon: cancun + polygonSurcharge(trace.structLogs),
      address: receipt.contractAddress,
      logs: receipt.logs,
    }
  }

  await until(() => call('eth_chainId'))
  // A second for each block, so that the times in the calls cost the same in every run.
  await call('anvil_setBlockTimestampInterval', 1)
  return {
    chainId,
    call,
    close: () => child.kill(),
    send(from: Hex.Hex, to: Hex.Hex, { abi }: Compiled, name: string, args: readonly unknown[]): Promise<Sent> {
      return transact(from, to, AbiFunction.encodeData(AbiFunction.fromAbi(abi, name), args as never))
    },
    async deploy(from: Hex.Hex, { abi, bytecode }: Compiled, ...args: unknown[]): Promise<Hex.Hex> {
      const data =
        args.length === 0
          ? bytecode
          : AbiConstructor.encode(AbiConstructor.fromAbi(abi), { bytecode, args: args as never })
      const { address } = await transact(from, null, data)
      if (!address) throw new Error('nothing was deployed')
      return address
    },
    async read<Result>(to: Hex.Hex, { abi }: Compiled, name: string, args: readonly unknown[]): Promise<Result> {
      const method = AbiFunction.fromAbi(abi, name)
      const data = AbiFunction.encodeData(method, args as never)
      return AbiFunction.decodeResult(method, await call<Hex.Hex>('eth_call', { to, data }, 'latest')) as Result
    },
    async pass(seconds: number): Promise<void> {
      const { timestamp } = await call<{ timestamp: Hex.Hex }>('eth_getBlockByNumber', 'latest', false)
      await call('evm_setNextBlockTimestamp', Number(timestamp) + seconds)
      await call('anvil_mine', CHALLENGE_BLOCKS)
    },
  }
}

/**
 * What the same steps cost more on Polygon: a cold read of storage 5,460 instead of 2,100, a cold write 840 more, a write to a
 * warm slot 840 less, and a slot that is emptied gives back 840 less.
 */
function polygonSurcharge(steps: readonly Step[]): number {
  let more = 0
  for (const { op, gasCost, stack } of steps) {
    if (op === 'SLOAD' && gasCost === 2_100) more += 3_360
    if (op !== 'SSTORE') continue
    if (gasCost === 22_100 || gasCost === 2_200) more += 840
    if (gasCost === 2_900) more -= 840
    const isEmptied = (gasCost === 2_900 || gasCost === 5_000) && BigInt(stack.at(-2) ?? '0x1') === 0n
    if (isEmptied) more += 840
  }
  return more
}

/** Asks again until there is an answer, which a busy machine gives late. */
async function until<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === 200) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
}
