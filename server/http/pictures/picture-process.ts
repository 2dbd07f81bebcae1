/** Starts a process that works on pictures, ends it when one takes too long, and starts it again when it has ended. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { DomainError } from '../../../domain/errors.ts'

/** Without work for this long, the process ends and gives its memory back. */
const IDLE_MS = 30_000
/** Requests are answered first; on a machine under load, a picture still gets a third of their share. */
const NICENESS = 5
/** Wall time, which on such a machine says little about a picture: what one may cost is the process's to limit. */
const TIME_MAX_MS = 30_000

export type PictureProcess<Job extends object, Result> = {
  /** Null if the process fails; refuses with `busy` if it takes too long. One call at a time. */
  run: (job: Job) => Promise<Result | null>
}

/** The process has nothing of the server's environment; `args` are its arguments. */
export function startPictureProcess<Job extends object, Result>(
  script: string,
  args: readonly string[],
  timeMaxMs = TIME_MAX_MS,
): PictureProcess<Job, Result> {
  let child: ChildProcess | undefined
  let idle: ReturnType<typeof setTimeout> | undefined

  function running(): ChildProcess {
    if (child?.connected) return child
    const started = fork(script, args, { serialization: 'advanced', env: {}, execArgv: [], stdio: 'ignore' })
    if (started.pid !== undefined) lowerPriority(started.pid)
    started.unref()
    started.channel?.unref()
    return (child = started)
  }

  function run(job: Job): Promise<Result | null> {
    clearTimeout(idle)
    const worker = running()
    return new Promise((done, refuse) => {
      let isLate = false
      const tooLong = setTimeout(() => {
        isLate = true
        worker.kill('SIGKILL')
      }, timeMaxMs)
      const finish = (result: Result | null) => {
        clearTimeout(tooLong)
        for (const event of ['exit', 'error'] as const) worker.off(event, failed)
        worker.off('message', finish)
        idle = setTimeout(() => worker.kill(), IDLE_MS).unref()
        if (result === null && isLate) refuse(new DomainError('busy'))
        else done(result)
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
    setPriority(pid, NICENESS)
  } catch {
    // It has ended already; its picture is refused.
  }
}
