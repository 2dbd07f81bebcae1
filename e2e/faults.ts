/** Faults between a browser context and the server: error answers, unreadable answers, none, or late ones. */
import type { Page } from '@playwright/test'
import { ERRORS } from '../domain/errors.ts'
import type { Visitor } from './users.ts'

type Method = 'GET' | 'POST' | 'DELETE'
type Fault = 'failed' | 'garbled' | 'cut'

/**
 * From now on calls of this method to this address fail in the user's browser context, and never reach the server;
 * resolves to the function that ends the fault. Addresses are matched by their end, so `/cancel` matches any trade.
 */
export async function breakCalls(
  { page, allow }: Visitor,
  method: Method,
  address: string,
  fault: Fault = 'failed',
): Promise<() => Promise<void>> {
  const matches = callsTo(address)
  allow(new RegExp(`^(5\\d\\d|net::ERR_FAILED) ${method} .*${address}`))
  await page.route(matches, (route) => {
    if (route.request().method() !== method) return route.fallback()
    if (fault === 'cut') return route.abort()
    if (fault === 'garbled') return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Proxy</h1>' })
    const body = {
      title: 'Internal Server Error',
      status: 500,
      code: 'internal',
      message: ERRORS.internal.text,
      type: 'about:blank',
      requestId: 'story',
    }
    return route.fulfill({ status: 500, json: body })
  })
  return () => page.unroute(matches)
}

/** From now on such calls wait in the browser; resolves to the function that releases them. */
export async function holdCalls({ page }: Visitor, method: Method, address: string): Promise<() => Promise<void>> {
  const matches = callsTo(address)
  const released = Promise.withResolvers<void>()
  const passing: Promise<void>[] = []
  await page.route(matches, (route) => {
    const isHeld = route.request().method() === method
    const pass = isHeld ? released.promise.then(() => route.fallback()) : route.fallback()
    passing.push(pass)
    return pass
  })
  return async () => {
    released.resolve()
    // First: a call whose route is removed while it is forwarded may never arrive.
    await Promise.all(passing)
    await page.unroute(matches)
  }
}

/** From now on nothing that the page asks for is answered; resolves to the addresses it asks for. */
export async function holdServer(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/*', (route) => {
    const { pathname, search } = new URL(route.request().url())
    asked.push(pathname + search)
  })
  return asked
}

function callsTo(address: string): (url: URL) => boolean {
  return ({ pathname }) => pathname.startsWith('/api/') && pathname.endsWith(address)
}
