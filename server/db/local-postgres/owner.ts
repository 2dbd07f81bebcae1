import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { codeOf } from '../error-codes.ts'

/**
 * Names this process as a server's owner: `pid-started-nonce`. Postgres carries it as the setting
 * `sarraf.owner`, so that any client can ask which process owns the server.
 */
export function newOwnerToken(): string {
  return `${process.pid}-${startOf(process.pid)}-${randomBytes(6).toString('hex')}`
}

/** Whether the process that made the token is still running, and not another that was given its number. */
export function isOwnerAlive(token: string): boolean {
  const [pid, started] = token.split('-')
  return isAlive(Number(pid)) && startOf(Number(pid)) === started
}

/** Whether a process with this number is running, of any user. A zombie is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  return statOf(pid)?.[0] !== 'Z'
}

/** When a process started, in clock ticks since boot; '0' where /proc does not say. */
function startOf(pid: number): string {
  return statOf(pid)?.[19] ?? '0'
}

/** The fields of /proc/pid/stat from the third, its state, on; null where there is no such file. */
function statOf(pid: number): string[] | null {
  try {
    // The second field, a name in brackets, may itself contain spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
