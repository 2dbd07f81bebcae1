/** The compiler and the test runner of contracts/, installed there from its own lock file. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { root } from '../check/failure.ts'

export const contracts = join(root, 'contracts')

export type Ended = { code: number; stdout: string; stderr: string }
type Options = { cwd?: string; env?: NodeJS.ProcessEnv; isShown?: boolean }

/** Installs what the lock file names, unless that is what was installed last. Packages run no scripts of their own. */
export async function install(): Promise<void> {
  const stamp = join(contracts, 'node_modules/.sarraf-lock')
  const lock = await readFile(join(contracts, 'package-lock.json'))
  const checksum = createHash('sha256').update(lock).digest('hex')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === checksum) return
  const { code, stderr } = await execute('npm', ['ci', '--ignore-scripts'], { isShown: true })
  if (code !== 0) throw new Error(`npm ci of contracts/ ended with ${code}: ${stderr}`)
  await writeFile(stamp, checksum)
}

/** The native program: npm's own wrapper of forge ends with 0 also where a test failed. */
export async function forge(args: readonly string[], options: Options = {}): Promise<Ended> {
  return await execute(binaryOf('forge'), args, options)
}

export function binaryOf(tool: 'forge' | 'anvil'): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const file = `@foundry-rs/${tool}-${process.platform}-${cpu}/bin/${tool}${process.platform === 'win32' ? '.exe' : ''}`
  return createRequire(join(contracts, 'package.json')).resolve(file)
}

function execute(program: string, args: readonly string[], { cwd = contracts, env, isShown }: Options): Promise<Ended> {
  return new Promise((done, fail) => {
    // The compiler's wrapper runs on the Node that runs this program.
    const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path, ...env },
    })
    const ended = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8')
      child[stream].on('data', (part: string) => {
        ended[stream] += part
        if (isShown) process[stream].write(part)
      })
    }
    child.once('error', fail)
    child.once('close', (code) => done({ code: code ?? 1, ...ended }))
  })
}
