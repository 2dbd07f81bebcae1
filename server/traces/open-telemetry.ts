/** The only file that loads OpenTelemetry; it is imported where traces are on, and not else. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, defaultTextMapGetter, trace } from '@opentelemetry/api'
import type { Context, Span as ExportedSpan } from '@opentelemetry/api'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Span, SpanAttributes } from '../db/current-span.ts'
import type { TraceSettings } from './settings.ts'

const EXPORT_EVERY_MS = 1000
const EXPORT_WITHIN_MS = 3000
/** At the end of the process, which waits for a collector no longer. */
const FLUSH_WITHIN_MS = 2000

const KINDS = { client: SpanKind.CLIENT, server: SpanKind.SERVER, internal: SpanKind.INTERNAL }

export type Traces = {
  /** The headers are those of a proxy in front that is trusted, which may have begun the trace; null: it begins here. */
  startRequest(name: string, attributes: SpanAttributes, headers: IncomingHttpHeaders | null): Span
  startJob(name: string): Span
  /** Sends what has ended, for a second or two at most. */
  close(): Promise<void>
}

/**
 * Spans are sent in batches from memory, and dropped where the collector does not take them in time: no request waits for it.
 * Nothing is registered globally, so that no other package records anything.
 */
export function openTraces(settings: TraceSettings, log: Logger): Traces {
  const { url, headers, serviceName, recordedShare } = settings
  const otlp = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_WITHIN_MS })
  const exporter = reportingFailures(otlp, log)
  const timing = { scheduledDelayMillis: EXPORT_EVERY_MS, exportTimeoutMillis: EXPORT_WITHIN_MS }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.instance.id': randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(recordedShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...timing })],
  })
  const tracer = provider.getTracer('sarraf')
  const propagator = new W3CTraceContextPropagator()

  function start(name: string, kind: keyof typeof KINDS, attributes: SpanAttributes, parent: Context): Span {
    const options = { kind: KINDS[kind], attributes: { ...attributes } }
    const exported = tracer.startSpan(name, options, parent)
    const context = trace.setSpan(ROOT_CONTEXT, exported)
    return {
      traceId: exported.spanContext().traceId,
      startChild: (ofChild, childKind, childAttributes) => start(ofChild, childKind, childAttributes, context),
      end: (more = {}) => endSpan(exported, more),
    }
  }

  return {
    startRequest(name, attributes, ofProxy) {
      const parent = ofProxy ? propagator.extract(ROOT_CONTEXT, ofProxy, defaultTextMapGetter) : ROOT_CONTEXT
      return start(name, 'server', attributes, parent)
    },
    startJob: (name) => start(name, 'internal', {}, ROOT_CONTEXT),
    async close() {
      const flushed = provider.shutdown().catch(() => {})
      await Promise.race([flushed, wait(FLUSH_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

function endSpan(span: ExportedSpan, attributes: SpanAttributes): void {
  span.setAttributes({ ...attributes })
  if ('error.type' in attributes) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Logs that traces are lost once, until they are taken again. */
function reportingFailures(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS
        if (hasFailed && !isFailing) log.warn({ err: result.error }, 'traces are not exported')
        isFailing = hasFailed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
