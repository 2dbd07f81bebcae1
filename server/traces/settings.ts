/** Where traces are sent, by the names and in the forms that OpenTelemetry gives these settings. */
import { OperatorError, choice } from '../setting-values.ts'

export type TraceSettings = {
  /** With the path of its signal. */
  url: string
  /** Secrets, mostly. */
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** Of the traces that begin here, from 0 to 1; of those of a proxy, the proxy has decided. */
  recordedShare: number
}

const HEADER = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([^\s,;\\"]+)\s*$/

/** Null without a collector: then nothing of OpenTelemetry is loaded. */
export function traceSettings(env: NodeJS.ProcessEnv): TraceSettings | null {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    OTEL_SERVICE_NAME: serviceName,
    OTEL_TRACES_SAMPLER_ARG: share,
  } = env
  if (!endpoint) return null
  choice('OTEL_EXPORTER_OTLP_PROTOCOL', protocol || 'http/json', ['http/json'])
  return {
    url: `${collector('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)}/v1/traces`,
    headers: headers ? headersOf('OTEL_EXPORTER_OTLP_HEADERS', headers) : {},
    serviceName: serviceName || 'sarraf',
    recordedShare: share ? shareOf('OTEL_TRACES_SAMPLER_ARG', share) : 1,
  }
}

/** An address without a slash at its end. The error does not repeat it: it may hold a password. */
function collector(name: string, text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password || /[?#]/.test(text))
    throw new OperatorError(
      `${name} must be the address of a collector such as http://localhost:4318, without a user name, a password and a query`,
    )
  return parsed.href.replace(/\/+$/, '')
}

/** The error does not repeat the value. */
function headersOf(name: string, text: string): Record<string, string> {
  const entries = text.split(',').map((header) => {
    const [, key = '', value = ''] = HEADER.exec(header) ?? []
    if (key === '' || /%(?![\da-f]{2})/i.test(value))
      throw new OperatorError(
        `${name} must be headers such as authorization=Bearer%20token, with commas between them, and %20 for a space`,
      )
    return [key, decodeURIComponent(value)] as const
  })
  return Object.fromEntries(entries)
}

function shareOf(name: string, text: string): number {
  const value = Number(text)
  if (!/^\d*\.?\d+$/.test(text) || value > 1)
    throw new OperatorError(`${name} must be a number from 0 to 1, not ${JSON.stringify(text)}`)
  return value
}
