/** The figures of a measured page. */
import type { Audit } from './audit.ts'

/** The name of the empty page of the stack among the measured pages. */
export const EMPTY_PAGE = 'empty page'

/** Medians. Null: in most runs not within 30 s. Absent: not measured on this page. */
export type PageMetrics = {
  readableMs?: number | null
  filtersMs?: number | null
  dialogMs?: number | null
  scriptFiles: number
  scriptKb: number
  laterScriptKb: number
  styleKb: number
  htmlKb: number
  http2ReadableMs?: number | null
  http2PaintMs?: number | null
  http2FiltersMs?: number | null
  http2DialogMs?: number | null
} & Audit
