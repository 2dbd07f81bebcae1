import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

export type ProcessSignal = 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'
type Process = { pid: number; parent: number; state: string }

const STOPPED_WITHIN_MS = 2000
const RUNNING = /^[RSDI]/

/** Sends the signal to a process and to its children. The process is stopped first: it could start a child after they are listed. */
export function signalWithChildren(parent: number, signal: ProcessSignal): void {
  send(parent, 'SIGSTOP')
  const children = processesOnceStopped(parent).filter((one) => one.parent === parent)
  for (const pid of [parent, ...children.map((child) => child.pid)]) send(pid, signal)
}

/** A process that is in a system call, such as a fork, stops at its end. */
function processesOnceStopped(stopping: number): Process[] {
  for (const until = Date.now() + STOPPED_WITHIN_MS; ;) {
    const listed = processes()
    const isRunning = listed.some(({ pid, state }) => pid === stopping && RUNNING.test(state))
    if (!isRunning) return listed
    if (Date.now() > until) throw new Error(`the process ${stopping} did not stop`)
  }
}

/** Not every Linux has `ps`; macOS has no /proc. */
function processes(): Process[] {
  if (process.platform !== 'linux') {
    const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' })
    return listed
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [pid, parent, state] = line.trim().split(/\s+/)
        return { pid: Number(pid), parent: Number(parent), state: state! }
      })
  }
  return readdirSync('/proc').flatMap((name): Process[] => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return [{ pid: Number(name), parent: Number(parent), state: state! }]
    } catch {
      return []
    }
  })
}

function send(pid: number, signal: ProcessSignal): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}
