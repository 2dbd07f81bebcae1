/** A collector of OpenTelemetry traces (OTLP over HTTP, in JSON), which answers when the test lets it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; arrayValue?: { values: Value[] } }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: Value }[]
}
type Batch = { resourceSpans: { resource: { attributes: Sent['attributes'] }; scopeSpans: { spans: Sent[] }[] }[] }

export type CollectedSpan = Omit<Sent, 'attributes'> & { attributes: Record<string, unknown> }
export type TraceCollector = {
  endpoint: string
  /** What was sent, as it was. */
  texts: string[]
  headers: IncomingHttpHeaders[]
  spans: () => CollectedSpan[]
  close: () => Promise<void>
}

export async function startTraceCollector({ answers = true } = {}): Promise<TraceCollector> {
  const texts: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      headers.push({ ...request.headers, path: request.url })
      texts.push(Buffer.concat(parts).toString())
      if (answers) response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    headers,
    spans: () =>
      texts.flatMap((text) =>
        (JSON.parse(text) as Batch).resourceSpans
          .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
          .map(({ attributes, ...span }) => ({ ...span, attributes: plain(attributes) })),
      ),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function plain(attributes: Sent['attributes']): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]))
}

function plainValue({ stringValue, intValue, arrayValue }: Value): unknown {
  return arrayValue ? arrayValue.values.map(plainValue) : (stringValue ?? Number(intValue))
}
