/** The server as a separate process, which a test can kill. It stops when its parent process ends. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TEST_SECRET } from '../accounts/secret.ts'
import { plainEnvironment } from '../plain-environment.ts'

export const PRESENT_PROGRAM = fileURLToPath(new URL('../../..', import.meta.url))
const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url))
const GREETING = /open at http:\/\/localhost:(\d+)/

export type ServerProcess = {
  url: string
  child: ChildProcess
  /** SIGKILL, without draining. Resolves when the process has ended. */
  kill(): Promise<void>
  /** SIGTERM: requests finish first. */
  stop(): Promise<void>
}

/**
 * Starts the server over a migrated database, as the application's login, on a port the system chooses, and waits for its first line. Throws with its
 * output when it ends instead. `settings` are the server's own (docs/operations.md), `program` the checkout that it is run from.
 */
export async function startServerProcess(
  appUrl: string,
  settings: NodeJS.ProcessEnv = {},
  program = PRESENT_PROGRAM,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(program, relative(PRESENT_PROGRAM, SERVE))], {
    env: {
      ...plainEnvironment(),
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: appUrl,
      SECRET: TEST_SECRET,
      RATES: 'fixed',
      REQUESTS_PER_MINUTE: '0',
      PUBLIC_READ_MS: '5000',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await greeting(child)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return { url, child, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

function greeting(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((done, fail) => {
    const onOutput = (part: Buffer) => {
      output += part.toString()
      const port = GREETING.exec(output)?.[1]
      if (port) done(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    child.once('error', fail)
    child.once('exit', () => fail(new Error(`the server ended before it was open:\n${output}`)))
  })
}
