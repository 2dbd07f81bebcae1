/**
 * The seconds of a Retry-After header (RFC 9110, section 10.2.3): a number of them, or a date. Undefined where the header is
 * missing or neither.
 */
export function secondsOfRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  // Date.parse alone also takes a year or a local time.
  const at = text.endsWith(' GMT') ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
}
