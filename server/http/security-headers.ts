/** The security headers of every answer, those that Node gives before any route included. */
import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  // For data and files, which are never a page. Pages replace it by a policy of their own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
}
const HSTS_SECONDS = 365 * 24 * 60 * 60
const NOT_STORED = { 'cache-control': 'no-store' }
/** A page that a search engine lists may read the API; the answers themselves are not listed. */
const NOT_INDEXED = { 'x-robots-tag': 'noindex' }

type Headers = Readonly<Record<string, string>>
type HeaderSettings = Pick<Config, 'publicUrl' | 'demo' | 'hstsSubdomains'>

export function headersOfAll({ publicUrl, demo, hstsSubdomains }: HeaderSettings): Headers {
  const hsts = `max-age=${HSTS_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}`
  return {
    ...HEADERS,
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': hsts } : {}),
    // Its offers are invented; robots.txt keeps out only the robots that read it.
    ...(demo ? NOT_INDEXED : {}),
  }
}

/** Of the API's answers, and of errors that come before a route is found. */
export function headersOfData(config: HeaderSettings): Headers {
  return { ...headersOfAll(config), ...NOT_STORED, ...NOT_INDEXED }
}

/** Sets the headers before the application sees the request, so that answers given without a route have them too. */
export function setHeadersEarly(server: Server, config: HeaderSettings): void {
  const headers = Object.entries(headersOfAll(config))
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headersOfData(config), connection: 'close' }).end()
  })
}

/** Answers a request that Node could not read: broken syntax, too large a header, or too slow. */
export function clientErrorHandler(config: HeaderSettings) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(unreadable(statusFor(error.code), headersOfData(config)))
    socket.destroy(error)
  }
}

function statusFor(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}

function unreadable(status: number, headers: Headers): string {
  const title = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ title, status })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${title}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
