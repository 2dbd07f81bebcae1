/**
 * `npm run escrow:rehearse`: opens trades whose escrow is a contract on a chain of this machine and tells in words what happens: terms,
 * deposit, votes, settlement, a dispute with a split, deadlines by moved time. Leaves the recovery file of a trade that is still open.
 * With `--keep` the chain goes on until Ctrl+C, so that the file can be used.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { writeRecoveryFile } from '../domain/escrow/recovery-file.ts'
import { deployEscrow } from './contracts/deployed.ts'
import { keyOf } from './contracts/keys.ts'
import { startLocalChain } from './contracts/local-chain.ts'
import { ARBITERS } from './contracts/rehearsed-trade.ts'
import { STORIES } from './contracts/rehearsal.ts'
import { install } from './contracts/toolchain.ts'

const folder = fileURLToPath(new URL('../data/escrow-rehearsal/', import.meta.url))

await install()
const chain = await startLocalChain()
try {
  const members = ARBITERS.map((name) => keyOf(name).address)
  const deployed = await deployEscrow(chain, members, 2n)
  console.log(`A chain on this machine, number ${chain.chainId}, at ${chain.url}. Its tokens are worth nothing.`)
  console.log(`Hub ${deployed.hub}, without an owner. Tribunal ${deployed.tribunal}: two of three arbiters.`)
  for (const [index, { name, run }] of STORIES.entries()) {
    console.log(`\n${index + 1}. ${name}`)
    const { terms, signatures, state } = await run({ chain, deployed, print: (line) => console.log(`   ${line}`) })
    if ((await state()).isSettled) continue
    await mkdir(folder, { recursive: true })
    const file = `${folder}recovery.json`
    await writeFile(file, writeRecoveryFile({ hub: deployed.hub, terms, signatures }))
    console.log(`   ${file}`)
  }
  if (process.argv.includes('--keep')) await untilInterrupted()
} finally {
  chain.close()
}

async function untilInterrupted(): Promise<void> {
  console.log(`\nThe chain answers at ${chain.url} until Ctrl+C.`)
  await new Promise((done) => process.once('SIGINT', done))
}
