/** What programs need of the compiled contracts, committed so that running needs no compiler. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../check/failure.ts'
import { contracts, forge } from './toolchain.ts'

const NAMES = ['EscrowHub', 'EscrowPocket', 'EscrowLens', 'Tribunal', 'DemoUsdt'] as const
const folder = join(root, 'domain/escrow/artifacts')
/** The setting by which tests deploy what is committed instead of what they compile. */
export const ARTIFACTS = '../domain/escrow/artifacts'

type Compiled = { abi: unknown; bytecode: { object: string }; deployedBytecode: { object: string } }

export async function build(...folders: string[]): Promise<void> {
  const { code, stdout, stderr } = await forge(['build', '--threads', '1', 'src', ...folders])
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`)
}

/** After a build. */
export async function writeArtifacts(): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of NAMES) await writeFile(fileOf(name), await artifactOf(name))
}

/** After a build: the contracts whose committed artefact is another one. */
export async function differingArtifacts(): Promise<string[]> {
  const differing: string[] = []
  for (const name of NAMES) {
    const committed = await readFile(fileOf(name), 'utf8').catch(() => '')
    if (committed !== (await artifactOf(name))) differing.push(name)
  }
  return differing
}

function fileOf(name: string): string {
  return join(folder, `${name}.json`)
}

async function artifactOf(name: string): Promise<string> {
  const text = await readFile(join(contracts, `out/${name}.sol/${name}.json`), 'utf8')
  const { abi, bytecode, deployedBytecode } = JSON.parse(text) as Compiled
  const artifact = { abi, bytecode: bytecode.object, deployedBytecode: deployedBytecode.object }
  return `${JSON.stringify(artifact, null, 1)}\n`
}
