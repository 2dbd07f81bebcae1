/** Starts the process that decodes pictures, ends it when a picture takes too long, and starts it again when it has ended. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { ResizeOptions } from 'sharp'

const DECODE = fileURLToPath(new URL('decode.ts', import.meta.url))
const TIME_MAX_MS = 10_000
/** Without pictures for this long, the process ends and gives its memory back. */
const IDLE_MS = 30_000

export type PictureJob = { file: Buffer; size: ResizeOptions }
/** Sides in pixels; `bytes` is WebP. */
export type Picture = { bytes: Buffer; width: number; height: number }

export type Decoder = {
  /** Null if the file is no picture that can be decoded within the limits. One call at a time. */
  decode(job: PictureJob): Promise<Picture | null>
}

export function startDecoder(script = DECODE, timeMaxMs = TIME_MAX_MS): Decoder {
  let child: ChildProcess | undefined
  let idle: ReturnType<typeof setTimeout> | undefined

  function running(): ChildProcess {
    if (child?.connected) return child
    const started = fork(script, { serialization: 'advanced', env: {}, execArgv: [], stdio: 'ignore' })
    // Requests are answered first.
    if (started.pid !== undefined) lowerPriority(started.pid)
    started.unref()
    started.channel?.unref()
    return (child = started)
  }

  function decode(job: PictureJob): Promise<Picture | null> {
    clearTimeout(idle)
    const worker = running()
    return new Promise((done) => {
      const tooLong = setTimeout(() => worker.kill('SIGKILL'), timeMaxMs)
      const finish = (picture: Picture | null) => {
        clearTimeout(tooLong)
        for (const event of ['exit', 'error'] as const) worker.off(event, failed)
        worker.off('message', finish)
        idle = setTimeout(() => worker.kill(), IDLE_MS).unref()
        done(picture)
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

  return { decode }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already; its picture is refused.
  }
}
