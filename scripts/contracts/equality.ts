/** Random terms, read by the contract and by domain/escrow/: same id, same address, same deposit, and refused for the same reason. */
import fc from 'fast-check'
import * as AbiFunction from 'ox/AbiFunction'
import { checkTerms } from '../../domain/escrow/check-terms.ts'
import type { ChainFacts } from '../../domain/escrow/check-terms.ts'
import { depositOf } from '../../domain/escrow/division.ts'
import { settleCall } from '../../domain/escrow/hub-calls.ts'
import { isSame, pocketAddress, pocketCode, tradeIdOf, ZERO_ADDRESS } from '../../domain/escrow/terms.ts'
import type { Address, EscrowTerms } from '../../domain/escrow/terms.ts'
import { signAct, toSign } from '../../domain/escrow/typed-data.ts'
import { anyTerms, validTerms } from './arbitrary-terms.ts'
import type { Ground } from './arbitrary-terms.ts'
import { deployEscrow, readArtifact } from './deployed.ts'
import type { Deployed } from './deployed.ts'
import { keyOf } from './keys.ts'
import type { LocalChain, RpcAnswer } from './local-chain.ts'

export const TERMS_COMPARED = 10_000

const BLOCKING_TOKEN = `0x${'b10c'.repeat(10)}` as const
/** Answers `decimals()` with 6 and `isBlocked(address)` with yes for each eighth address; knows nothing else. */
const BLOCKING_CODE =
  '0x5f3560e01c8063313ce56714601b5763fbac395114602457' +
  '5f5ffd' +
  '5b60065f5260205ff3' +
  '5b6004356007161560005260206000f3'

export type Comparison = { compared: number; byReason: Map<string, number>; differences: string[] }

/** Every refusal must have occurred, so that a comparison of few kinds of terms cannot pass. */
export async function compareTerms(chain: LocalChain, count = TERMS_COMPARED, seed = 36): Promise<Comparison> {
  const members = [keyOf('first arbiter'), keyOf('second arbiter'), keyOf('third arbiter')].map(
    ({ address }) => address,
  )
  const deployed = await deployEscrow(chain, members, 2n)
  const delegating = keyOf('delegating account').address
  await chain.call('anvil_setCode', delegating, `0xef0100${deployed.hub.slice(2)}`)

  const { hub, lens, tribunal, tokens } = deployed
  await chain.call('anvil_setCode', BLOCKING_TOKEN, BLOCKING_CODE)
  const contracts = [hub, lens, tribunal, tokens.six, tokens.eighteen, pocketCode(hub), BLOCKING_TOKEN]
  const ground: Ground = {
    chainId: chain.chainId,
    now: (await chain.latest()).now,
    tokens: [
      { token: tokens.six, unit: 1n },
      { token: tokens.eighteen, unit: 10n ** 12n },
    ],
    known: [...contracts, ...members, delegating, tribunal],
  }
  const settled = await settleEmpty(chain, deployed, ground)
  // A contract that is no token has no decimals, and so no unit.
  const withoutUnit = {
    ...ground,
    tokens: [...ground.tokens, ...ground.tokens, { token: BLOCKING_TOKEN, unit: 1n }, { token: tribunal, unit: 0n }],
  }
  const terms = [settled, ...fc.sample(withTribunal(anyTerms(withoutUnit), tribunal), { numRuns: count - 1, seed })]
  const facts = (terms: EscrowTerms): ChainFacts => ({
    hub,
    chainId: chain.chainId,
    now: ground.now,
    tokenUnit: unitOf(terms.token, deployed, [...contracts, delegating]),
    isContract: (key) => contracts.some((contract) => isSame(contract, key)),
    isMember: (key) => isSame(terms.arbiter, tribunal) && members.some((member) => isSame(member, key)),
    isBlocked: (account) => isSame(terms.token, BLOCKING_TOKEN) && BigInt(account) % 8n === 0n,
    isSettled: tradeIdOf(terms) === tradeIdOf(settled),
  })

  const asked = await askContracts(chain, deployed, terms, ground.now)
  const byReason = new Map<string, number>()
  const differences: string[] = []
  terms.forEach((one, index) => {
    const id = tradeIdOf(one)
    const reason = checkTerms(one, facts(one)) ?? ''
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
    const own = { id, pocket: pocketAddress(hub, id).toLowerCase(), deposit: depositText(one), reason }
    const other = asked[index]!
    for (const name of ['id', 'pocket', 'deposit', 'reason'] as const)
      if (own[name] !== other[name])
        differences.push(`${name}: domain ${own[name]}, contract ${other[name]}: ${textOf(one)}`)
  })
  return { compared: terms.length, byReason, differences }
}

/** Half of the terms name the tribunal as their arbiter, as the platform's terms do. */
function withTribunal(terms: fc.Arbitrary<EscrowTerms>, tribunal: Address): fc.Arbitrary<EscrowTerms> {
  return fc.tuple(terms, fc.boolean()).map(([one, isTribunal]) => (isTribunal ? { ...one, arbiter: tribunal } : one))
}

/** A trade that ended before anything was deposited: a settled one whose terms break no other rule. */
async function settleEmpty(chain: LocalChain, { hub }: Deployed, ground: Ground): Promise<EscrowTerms> {
  const [buyer, seller] = [keyOf('buyer'), keyOf('seller')]
  const [valid] = fc.sample(validTerms(ground), { numRuns: 1, seed: 1 })
  const terms = { ...valid!, buyer: buyer.address, seller: seller.address }
  const vote = (by: 'buyer' | 'seller', key: `0x${string}`) => {
    const act = { type: 'Vote', role: by, released: 0n, validAfter: 0n, validUntil: terms.finalAt } as const
    return { by, act, signature: signAct(key, toSign(hub, terms, act)) }
  }
  const data = settleCall(terms, [vote('buyer', buyer.privateKey), vote('seller', seller.privateKey)])
  await chain.send(chain.accounts[0]!, hub, data)
  return terms
}

function unitOf(token: Address, { tokens }: Deployed, contracts: readonly Address[]): bigint | null {
  if (isSame(token, tokens.six) || isSame(token, BLOCKING_TOKEN)) return 1n
  if (isSame(token, tokens.eighteen)) return 10n ** 12n
  return contracts.some((contract) => isSame(contract, token)) ? 0n : null
}

type Asked = { id: string; pocket: string; deposit: string; reason: string }

async function askContracts(
  chain: LocalChain,
  { hub, lens }: Deployed,
  terms: readonly EscrowTerms[],
  now: bigint,
): Promise<Asked[]> {
  const hubAbi = (await readArtifact('EscrowHub')).abi
  const lensAbi = (await readArtifact('EscrowLens')).abi
  const pocketOf = AbiFunction.fromAbi(hubAbi as never, 'pocketOf' as never) as AbiFunction.AbiFunction
  const deposit = AbiFunction.fromAbi(hubAbi as never, 'depositOf' as never) as AbiFunction.AbiFunction
  const check = AbiFunction.fromAbi(lensAbi as never, 'check' as never) as AbiFunction.AbiFunction
  const reads = [
    { to: hub, read: pocketOf },
    { to: hub, read: deposit },
    { to: lens, read: check },
  ]
  const time = `0x${now.toString(16)}`
  const calls = terms.flatMap((one) =>
    reads.map(({ to, read }) => ({
      method: 'eth_call',
      params: [{ to, data: AbiFunction.encodeData(read, [one] as never) }, 'latest', {}, { time }],
    })),
  )
  const answers = await chain.callAll(calls)
  return terms.map((_, index) => {
    const [first, second, third] = answers.slice(3 * index, 3 * index + 3)
    const [id, pocket] = AbiFunction.decodeResult(pocketOf, resultOf(first)) as unknown as [string, string]
    return {
      id,
      pocket: pocket.toLowerCase(),
      deposit: second && 'result' in second ? String(BigInt(resultOf(second))) : 'overflow',
      reason: AbiFunction.decodeResult(check, resultOf(third)) as unknown as string,
    }
  })
}

function resultOf(answer: RpcAnswer | undefined): `0x${string}` {
  if (answer === undefined || 'error' in answer) throw new Error(answer ? answer.error.message : 'no answer')
  return answer.result as `0x${string}`
}

/** The contract reverts where a number does not fit in 256 bits. */
function depositText(terms: EscrowTerms): string {
  const bps = isSame(terms.feeTo, ZERO_ADDRESS) ? 0n : terms.feeBps > 100n ? 100n : terms.feeBps
  const deposit = depositOf(terms)
  return deposit >= 2n ** 256n || terms.amount * bps >= 2n ** 256n ? 'overflow' : String(deposit)
}

function textOf(terms: EscrowTerms): string {
  return JSON.stringify(terms, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
