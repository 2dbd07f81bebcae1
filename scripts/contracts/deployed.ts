/** The contracts of an escrow on a local chain, from the committed artefacts: no compiler is needed. */
import { readFile } from 'node:fs/promises'
import * as AbiParameters from 'ox/AbiParameters'
import type { Address } from '../../domain/escrow/terms.ts'
import type { LocalChain } from './local-chain.ts'

type Hex = `0x${string}`
export type Artifact = { abi: readonly Record<string, unknown>[]; bytecode: Hex }

export async function readArtifact(name: string): Promise<Artifact> {
  const file = new URL(`../../domain/escrow/artifacts/${name}.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as Artifact
}

/** The creation code of a contract with the arguments of its constructor. */
export async function creationCode(
  name: string,
  types: readonly AbiParameters.Parameter[],
  values: readonly unknown[],
): Promise<Hex> {
  const { bytecode } = await readArtifact(name)
  return `${bytecode}${AbiParameters.encode(types, values as never).slice(2)}`
}

export type Deployed = { hub: Address; lens: Address; tribunal: Address; tokens: { six: Address; eighteen: Address } }

/** The hub, its lens, a tribunal of these members, and the worthless token with 6 and with 18 decimals. */
export async function deployEscrow(
  chain: LocalChain,
  members: readonly Address[],
  threshold: bigint,
): Promise<Deployed> {
  const hub = await chain.deploy(await creationCode('EscrowHub', [], []))
  const lens = await chain.deploy(await creationCode('EscrowLens', [{ type: 'address' }], [hub]))
  const seats = [{ type: 'address[]' }, { type: 'uint256' }]
  const tribunal = await chain.deploy(await creationCode('Tribunal', seats, [members, threshold]))
  const token = async (decimals: number) =>
    chain.deploy(await creationCode('DemoUsdt', [{ type: 'uint8' }], [decimals]))
  return { hub, lens, tribunal, tokens: { six: await token(6), eighteen: await token(18) } }
}
