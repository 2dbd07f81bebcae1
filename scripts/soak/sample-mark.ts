/** What the server of a soak prints of itself, and the beginning of that line. */
export const SAMPLE_MARK = 'soak sample '

export type Sample = {
  /** Bytes after a collection of garbage; `external` is what objects hold outside the heap, such as buffers. */
  heapUsed: number
  external: number
  rss: number
  /** Bytes that the test of the measurement leaked until then. */
  leaked: number
  /** How many handles, timers and requests of each kind keep the process running. */
  resources: Record<string, number>
}
