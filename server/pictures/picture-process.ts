/** Starts a process that works on pictures, ends it when one takes too long, and starts it again when it has ended. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/** Without work for this long, the process ends and gives its memory back. */
const IDLE_MS = 30_000

export type PictureProcess<Job extends object, Result> = {
  /** Null if the process fails or takes too long. One call at a time. */
  run: (job: Job) => Promise<Result | null>
}

/** The process has nothing of the server's environment; `args` are its arguments. */
export function startPictureProcess<Job extends object, Result>(
  script: string,
  timeMaxMs: number,
  args: readonly string[] = [],
): PictureProcess<Job, Result> {
  let child: ChildProcess | undefined
  let idle: ReturnType<typeof setTimeout> | undefined

  function running(): ChildProcess {
    if (child?.connected) return child
    const started = fork(script, args, { serialization: 'advanced', env: {}, execArgv: [], stdio: 'ignore' })
    // Requests are answered first.
    if (started.pid !== undefined) lowerPriority(started.pid)
    started.unref()
    started.channel?.unref()
    return (child = started)
  }

  function run(job: Job): Promise<Result | null> {
    clearTimeout(idle)
    const worker = running()
    return new Promise((done) => {
      const tooLong = setTimeout(() => worker.kill('SIGKILL'), timeMaxMs)
      const finish = (result: Result | null) => {
        clearTimeout(tooLong)
        for (const event of ['exit', 'error'] as const) worker.off(event, failed)
        worker.off('message', finish)
        idle = setTimeout(() => worker.kill(), IDLE_MS).unref()
        done(result)
      }
      const failed = () => {
        worker.kill('SIGKILL')
        child = undefined
        finish(null)
      }
      worker.on('message', finish)
      worker.on('exit', failed)
      worker.on('error', failed)
      worker.send(job, (error) => {
        if (error) failed()
      })
    })
  }

  return { run }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already; its picture is refused.
  }
}
