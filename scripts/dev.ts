import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * `npm run dev`: the API server, restarted when its sources change, and the web client's development server,
 * which passes /api on to it. One Ctrl-C, or the end of either, stops both.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env.PORT ?? '3000'
const webPort = process.env.WEB_PORT ?? '5173'
const webUrl = `http://localhost:${webPort}`
const env = {
  ...process.env,
  PORT: port,
  WEB_PORT: webPort,
  PUBLIC_URL: webUrl,
  API_ORIGIN: `http://localhost:${port}`,
}

const children = [
  run(['--watch', '--watch-preserve-output', 'scripts/start.ts', '--api-only']),
  run(['scripts/dev-pages.ts']),
]

function run(args: string[]) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  child.once('exit', (code) => stopAll(code ?? 1))
  return child
}

function stopAll(code: number): void {
  process.exitCode ??= code
  for (const child of children) child.kill('SIGTERM')
}

process.once('SIGINT', () => stopAll(0)).once('SIGTERM', () => stopAll(0))
console.log(`The web client will be at ${webUrl}`)
