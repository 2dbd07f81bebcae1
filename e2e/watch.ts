/** Problems that fail a story: console messages, violations of the security policy, failed requests. */
import type { BrowserContext, Request } from '@playwright/test'

export type Watch = {
  /** Declares an expected problem, for example /409 POST .*cancel/. */
  allow: (what: RegExp) => void
  /** Every problem that was not declared. */
  problems: () => string[]
}

/** Listens to every page of a browser context: console errors and warnings, page errors, refused and failed requests. */
export function watch(context: BrowserContext): Watch {
  const seen: string[] = []
  const allowed: RegExp[] = []
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    // Chromium's copy of a failed request; the request itself is observed below.
    if (message.text().startsWith('Failed to load resource')) return
    seen.push(`console ${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => seen.push(`page error: ${error.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 400) seen.push(`${response.status()} ${nameOf(response.request())}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page itself aborted it, by leaving or by a new request.
    if (reason !== 'net::ERR_ABORTED') seen.push(`${reason} ${nameOf(request)}`)
  })
  return {
    allow: (what) => allowed.push(what),
    problems: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
  }
}

function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url())
  return `${request.method()} ${pathname}${search}`
}
