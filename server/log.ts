import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { currentSpan } from './db/current-span.ts'
import { currentRequestId } from './db/scope.ts'

/** Never logged: credentials, and the row that Postgres quotes in an error. */
const REDACTED = ['req.headers.cookie', 'req.headers.authorization', 'err.detail', 'err.where']

/** What is logged while a request is answered has its id, by whichever logger. */
export const REQUEST_ID_LABEL = 'requestId'

/** To standard output, where no other destination is given. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    { level, redact: REDACTED, mixin: (_line, _level, logger) => ({ ...ofRequest(logger as Logger), ...ofTrace() }) },
    destination,
  )
}

/** Nothing where the logger is the request's own, which writes its id already. */
function ofRequest(logger: Logger): Record<string, string> {
  const requestId = currentRequestId()
  return requestId === undefined || REQUEST_ID_LABEL in logger.bindings() ? {} : { [REQUEST_ID_LABEL]: requestId }
}

function ofTrace(): Record<string, string> {
  const span = currentSpan()
  return span === undefined ? {} : { traceId: span.traceId }
}

const REPEATED_MS = 60_000

/** Warns of what fails again and again once a minute for each cause, with the number of failures in between: an outage would fill the log. */
export function createRetryWarnings(log: Logger, clock: () => number = () => performance.now()) {
  const last = new Map<string, { at: number; repeated: number }>()
  return (name: string, error: unknown, message: string): void => {
    for (const [key, { at }] of last) if (clock() - at >= 2 * REPEATED_MS) last.delete(key)
    const key = `${name}: ${causeOf(error)}`
    const before = last.get(key)
    if (before && clock() - before.at < REPEATED_MS) {
      before.repeated++
      return
    }
    last.set(key, { at: clock(), repeated: 0 })
    log.warn({ err: error, job: name, ...(before && before.repeated > 0 && { repeated: before.repeated }) }, message)
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
