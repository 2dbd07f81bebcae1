/** A server of the product with its own database, for the stories. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { urlsOf } from '../server/db/logins.ts'
import { TEST_SECRET } from '../server/testing/accounts/secret.ts'

/** Without a finished build, the server builds the client first. */
const READY_WITHIN_MS = 300_000

/** `databaseUrl` is the superuser's; the server gets its own login and the owner's. */
type Options = { databaseUrl: string; baseUrl: string; demo: boolean; env?: Record<string, string> }

/** Starts a server; with `demo` it seeds the demonstration first. It answers once `ready` resolves. */
export function startServer({ databaseUrl, baseUrl, demo, env = {} }: Options): ChildProcess {
  const { appUrl, ownerUrl } = urlsOf(databaseUrl)
  return spawn(process.execPath, [fileURLToPath(new URL('serve.ts', import.meta.url))], {
    env: {
      ...process.env,
      PORT: new URL(baseUrl).port,
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      SECRET: TEST_SECRET,
      RATES: 'fixed',
      DEMO: demo ? '1' : '0',
      // The stories count on a market with few offers.
      DEMO_HISTORY: '0',
      REQUESTS_PER_MINUTE: '0',
      PUBLIC_READ_MS: '5000',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Lets it finish its requests, and waits for its end. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGTERM')
  await ended
}

/** Waits until it answers; throws when it ended before, or took too long. */
export async function ready(server: ChildProcess, baseUrl: string): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(100)) {
    if (server.exitCode !== null) throw new Error('The server has ended before the first story.')
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error(`The server did not answer at ${baseUrl}.`)
}
