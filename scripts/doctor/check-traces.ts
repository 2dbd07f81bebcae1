import type { Config } from '../../server/config.ts'
import { codeOf } from '../../server/db/error-codes.ts'
import { failed, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

const ANSWER_WITHIN_MS = 4000

/** The collector takes a batch without spans. */
export async function checkTraces({ traces }: Pick<Config, 'traces'>): Promise<Finding> {
  if (traces === null) return ok('OTEL_EXPORTER_OTLP_ENDPOINT is not set: traces are off.')
  const { url, headers } = traces
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (status < 300) return ok(`The collector at ${url} takes traces.`)
    if (status === 401 || status === 403)
      return failed(
        `The collector at ${url} refuses with ${status}: set OTEL_EXPORTER_OTLP_HEADERS to what it asks for.`,
      )
    return failed(`${url} answers with ${status}: OTEL_EXPORTER_OTLP_ENDPOINT must be a collector of OTLP over HTTP.`)
  } catch (error) {
    const reason = codeOf((error as Error).cause) ?? (error as Error).name
    return warning(`The collector at ${url} does not answer (${reason}): traces are lost, and nothing waits for it.`)
  }
}
