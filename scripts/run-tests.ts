/** Runs tests in a long form: the same files as `npm test`, with the size and the seed in their environment. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const VITEST = join(root, 'node_modules/vitest/vitest.mjs')

type Run = { project: string; files: readonly string[]; env: Record<string, string>; args?: readonly string[] }

/** Whether the tests pass. The command fails where they do not. */
export async function runTests({ project, files, env, args = [] }: Run): Promise<boolean> {
  const vitest = spawn(process.execPath, [VITEST, 'run', '--project', project, ...args, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = (await once(vitest, 'close')) as [number | null]
  if (code !== 0) process.exitCode = code ?? 1
  return code === 0
}

/** A whole number of at least 1 that an option names. */
export function countOf(name: string, text: string): string {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} must be a whole number of at least 1, not "${text}"`)
  return text
}

export function printedLoad(load: number | undefined): string {
  return `load average at the start: ${load?.toFixed(1)}`
}
