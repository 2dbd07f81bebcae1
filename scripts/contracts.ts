/**
 * `npm run contracts -- <command>`: what shows that the escrow contracts of contracts/ do what its README says.
 *
 * - `short`: builds, compares the committed artefacts, and runs every test; a step of `npm test`. `--report <file>` writes the counts.
 * - `build`: rewrites the artefacts in domain/escrow/artifacts/.
 * - `differential`: 100,000 divisions by the contract, domain/ and the database, and 1,000 settlements to the base unit.
 * - `invariants`: the rules that hold after every call, over 300,000 random calls.
 * - `mutants`: plants faults in a copy, each of which the test named for it must notice. Words select.
 * - `gas`: what each act costs, beside a pooled escrow and a Safe; fails 2% above contracts/gas.json, which `--update` rewrites.
 * - `coverage`: the branches of the contracts that tests take; fails for one that none takes.
 */
import { writeFile } from 'node:fs/promises'
import { ARTIFACTS, build, writeArtifacts } from './contracts/artifacts.ts'
import { differential } from './contracts/comparisons.ts'
import { measureCoverage } from './contracts/coverage.ts'
import { runTests, summaryOf } from './contracts/forge-tests.ts'
import { measureGas } from './contracts/gas/gas.ts'
import { runMutants } from './contracts/mutants/run.ts'
import { short } from './contracts/short.ts'
import { install } from './contracts/toolchain.ts'
import type { Summary } from './check/reports.ts'

const [name = '', ...args] = process.argv.slice(2)

const commands: Record<string, () => Promise<Summary>> = {
  short,
  async build() {
    await install()
    await build()
    await writeArtifacts()
    return { passed: 1, failed: 0, failures: [], flaky: [], skipped: [], timed: [] }
  },
  async differential() {
    await install()
    return await differential()
  },
  async mutants() {
    await install()
    return await runMutants(args)
  },
  async gas() {
    await install()
    return await measureGas(args.includes('--update'))
  },
  async coverage() {
    await install()
    return await measureCoverage()
  },
  async invariants() {
    await install()
    const env = { ARTIFACTS, FOUNDRY_INVARIANT_RUNS: '1500', FOUNDRY_INVARIANT_DEPTH: '200' }
    return summaryOf(await runTests(['--match-path', 'test/invariants/*'], { env }))
  },
}

const command = commands[name]
if (!command) throw new Error(`one of ${Object.keys(commands).join(', ')}, not "${name}"`)
const startedAt = Date.now()
const summary = await command()
for (const line of summary.failures) console.log(line)
const report = args.indexOf('--report')
if (report !== -1) await writeFile(args[report + 1] ?? '', JSON.stringify(summary))
const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
console.log(`contracts ${name}: ${summary.passed} passed, ${summary.failed} failed, ${seconds} s`)
process.exitCode = summary.failed === 0 && summary.passed > 0 ? 0 : 1
