/** What a call can fail with. */
import type { ErrorCode } from './generated.ts'

type ProblemBody = {
  status: number
  code: string
  message: string
  values?: Record<string, string | number>
  field?: string
  fields?: Record<string, string>
  details?: Record<string, unknown>
  requestId: string
}

/** A refusal of the server (RFC 9457). `code` is stable; `message` is a sentence in English for a person. */
export class SarrafError<Code extends string = string> extends Error {
  readonly code: Code
  readonly status: number
  /** The figures of the message; amounts are decimal strings. */
  readonly values: Record<string, string | number>
  /** The refused input field, and each refused field with its message. */
  readonly field: string | undefined
  readonly fields: Record<string, string>
  /** Facts to continue with, for example the present status of the trade. */
  readonly details: Record<string, unknown>
  /** Names the request in the logs of the server. */
  readonly requestId: string
  /** The server's wait before another attempt, where it names one. */
  readonly retryAfterSeconds: number | undefined

  constructor(problem: ProblemBody & { code: Code }, retryAfterSeconds?: number) {
    super(`${problem.code}: ${problem.message}`)
    this.name = 'SarrafError'
    this.code = problem.code
    this.status = problem.status
    this.values = problem.values ?? {}
    this.field = problem.field
    this.fields = problem.fields ?? {}
    this.details = problem.details ?? {}
    this.requestId = problem.requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** No answer arrived in any attempt: whether the call acted is unknown, and the same Idempotency-Key finds out. */
export class NoAnswerError extends Error {
  readonly idempotencyKey: string | undefined

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super('the server did not answer', { cause })
    this.name = 'NoAnswerError'
    this.idempotencyKey = idempotencyKey
  }
}

/** Whether an error is a refusal with one of these codes. */
export function isRefusal<Code extends ErrorCode>(error: unknown, ...codes: Code[]): error is SarrafError<Code> {
  return error instanceof SarrafError && (codes as string[]).includes(error.code)
}
