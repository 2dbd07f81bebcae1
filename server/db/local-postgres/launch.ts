import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, statSync } from 'node:fs'
import type { Address } from './tcp.ts'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './folder.ts'
import { asRunner } from './runner.ts'
import type { Runner } from './runner.ts'

/** A server process of ours. `stop` waits until it has ended and may be called repeatedly. */
export type Launch = { hasExited: () => boolean; stop: () => Promise<void> }

/** What a server is started with; `settings` override ours. */
export type LaunchPlan = {
  folder: DataFolder
  binaries: Binaries
  runner: Runner
  address: Address
  settings: Record<string, string>
}

const logLimitBytes = 5_000_000
const stopWithinMs = 20_000

/**
 * Starts Postgres under a small guard that holds the other end of our pipe: when this process ends, even by
 * SIGKILL, the pipe closes and the guard stops Postgres. The server carries the owner's token.
 * Returns immediately; the server is not ready yet.
 */
export function launch(plan: LaunchPlan, ownerToken: string): Launch {
  const { folder, runner } = plan
  const owner = ['-c', `sarraf.owner=${ownerToken}`]
  const server = [plan.binaries.postgres, '-D', folder.cluster, ...settingsFor(plan), ...owner]
  const [command, ...args] = [...runner.prefix, ...guardCommand(plan, server)]
  const log = openLog(folder)
  const child = spawn(command!, args, {
    ...asRunner(runner),
    cwd: folder.path,
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', log, log],
    // Its own session: Ctrl-C in the terminal must reach us only; we stop it after the last request.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  closeSync(log)
  return handleOf(child)
}

function handleOf(child: ChildProcess): Launch {
  let isOver = false
  child.once('exit', () => (isOver = true))
  child.once('error', () => (isOver = true))
  child.stdin!.on('error', () => {})
  // Postgres alone must not keep this process alive.
  child.unref()
  ;(child.stdin as unknown as { unref(): void }).unref()
  async function stop(): Promise<void> {
    if (isOver) return
    child.ref()
    const ended = once(child, 'exit')
    child.stdin!.end()
    const timer = setTimeout(() => child.kill('SIGTERM'), stopWithinMs)
    await ended
    clearTimeout(timer)
  }
  return { hasExited: () => isOver, stop }
}

// `read` is the shell's own, so no third process is left behind. Postgres gets SIGINT, its fast shutdown:
// sessions are ended, everything is written. The SIGTERM trap is the last resort: its immediate shutdown.
const shellGuard = `
exec 3<&0
"$@" </dev/null 3<&- & server=$!
( while read -r line; do :; done; kill -INT $server ) <&3 & watcher=$!
exec 3<&-
trap 'kill -QUIT $server' TERM
wait $server; status=$?
while kill -0 $server 2>/dev/null; do wait $server; status=$?; done
kill $watcher 2>/dev/null
exit $status`

const windowsGuard = `
const { spawn, spawnSync } = require('node:child_process');
const [pgCtl, cluster, program, ...args] = process.argv.slice(1);
const server = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
server.on('exit', (code) => process.exit(code ?? 1));
process.stdin.resume().on('end', () => spawnSync(pgCtl, ['stop', '-m', 'fast', '-D', cluster]));`

function guardCommand({ binaries, folder }: LaunchPlan, server: string[]): string[] {
  if (process.platform !== 'win32') return ['/bin/sh', '-c', shellGuard, 'postgres-guard', ...server]
  const guard = [process.execPath, '-e', windowsGuard, '--']
  return [...guard, binaries.pgCtl, folder.cluster, ...server]
}

/** Durable, reachable only at our address, and without users' input in the log. */
function settingsFor({ address, settings }: LaunchPlan): string[] {
  const isSocket = address.password === undefined
  const all: Record<string, string> = {
    listen_addresses: isSocket ? '' : address.host,
    port: String(address.port),
    unix_socket_directories: isSocket ? quoted(address.host) : '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    fsync: 'on',
    synchronous_commit: 'on',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_lock_waits: 'on',
    // Statements and the details of errors carry personal data; neither belongs in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The setting is a list: quotes keep a folder with a comma or a space in its name in one piece. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

/** Opens the server's log for appending; one that has grown past 5 MB starts again. */
function openLog(folder: DataFolder): number {
  const size = statSync(folder.logFile, { throwIfNoEntry: false })?.size ?? 0
  return openSync(folder.logFile, size > logLimitBytes ? 'w' : 'a', 0o600)
}
