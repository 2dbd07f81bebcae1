import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

/** Sends the signal to a process and to its children; to the parent first, which would start those again that end. */
export function signalTree(parent: number, signal: NodeJS.Signals): void {
  const children = processes().flatMap(([pid, ppid]) => (ppid === parent ? [pid] : []))
  for (const pid of [parent, ...children]) send(pid, signal)
}

/** Each process and its parent. Not every Linux has `ps`; macOS has no /proc. */
function processes(): [pid: number, ppid: number][] {
  if (process.platform !== 'linux') {
    const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    return listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  }
  return readdirSync('/proc').flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0])]]
    } catch {
      return []
    }
  })
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}
