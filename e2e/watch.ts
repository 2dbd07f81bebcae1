/** Problems that fail a story: console messages, violations of the security policy, failed requests. */
import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from '@playwright/test'

export type Watch = {
  /** Declares an expected problem, for example /409 POST .*cancel/. */
  allow: (what: RegExp) => void
  /** Every problem that was not declared. */
  problems: () => string[]
  /** Ends the listening. */
  stop: () => void
}

const SIGN_OUT = 'POST /api/sign-out'

/** Listens to every page of a browser context: console errors and warnings, page errors, refused and failed requests. */
export function watch(context: BrowserContext): Watch {
  const seen: string[] = []
  const allowed: RegExp[] = []
  let hasSignedOut = false
  let isSignOutAnswered = false
  let hasLeft = false
  const early = new WeakSet<Request>()
  const onConsole = (message: ConsoleMessage) => {
    if (!['error', 'warning'].includes(message.type())) return
    // Chromium's copy of a failed request; the request itself is observed below.
    if (message.text().startsWith('Failed to load resource')) return
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return
    seen.push(`console ${message.type()}: ${message.text()}`)
  }
  const onError = (error: WebError) => seen.push(`page error: ${error.error().message}`)
  const onRequest = (request: Request) => {
    hasSignedOut ||= nameOf(request) === SIGN_OUT
    if (!hasLeft) early.add(request)
  }
  const onResponse = (response: Response) => {
    const request = response.request()
    const name = nameOf(request)
    if (name === SIGN_OUT) isSignOutAnswered = true
    // Until the next page is answered, the former one can still begin a read.
    hasLeft ||= isSignOutAnswered && request.isNavigationRequest()
    // A read that was under way when the session ended, or began before the page left; one of events begins again.
    const isOfSession = name.startsWith('GET /api/events') || (name.startsWith('GET /api/') && early.has(request))
    if (hasSignedOut && response.status() === 401 && isOfSession) return
    if (response.status() >= 400) seen.push(`${response.status()} ${name}`)
  }
  const onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? ''
    // The page itself aborted it, by leaving or by a new request.
    if (reason !== 'net::ERR_ABORTED') seen.push(`${reason} ${nameOf(request)}`)
  }
  context.on('console', onConsole).on('weberror', onError)
  context.on('request', onRequest).on('response', onResponse).on('requestfailed', onFailure)
  return {
    allow: (what) => allowed.push(what),
    problems: () => seen.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
    stop() {
      context.off('console', onConsole).off('weberror', onError)
      context.off('request', onRequest).off('response', onResponse).off('requestfailed', onFailure)
    },
  }
}

function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url())
  return `${request.method()} ${pathname}${search}`
}
