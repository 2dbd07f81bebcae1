/** A page as it is sent. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, type BrotliOptions } from 'node:zlib'
import { ORIGIN_PLACEHOLDER } from '../../domain/pages.ts'
import { policyFor } from './content-policy.ts'

/** A rendered page as `web/entry.server.tsx` makes it. What traders wrote is in the body, and the origin is in the head. */
export type Pieces = readonly [start: string, styleSheet: string, head: string, body: string]

export type Page = { status: number; html: Buffer; brotli: Buffer; policy: string; etag: string }

/** A page that is read once: the compression takes 10 ms. */
export function makeBuiltPage(html: string): Page {
  return makePage(200, Buffer.from(html), policyFor([html]), 9)
}

/** Its first reader waits for the compression: `compressBetter` is for the others. */
export function makeRenderedPage(status: number, [start, styleSheet, head, body]: Pieces, origin: string): Page {
  const pieces = [start, styleSheet, head.replaceAll(ORIGIN_PLACEHOLDER, origin), body]
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))
  return makePage(status, bytes, policyFor([start, head, body], styleSheet), 2)
}

/** Compresses a page again, a tenth smaller and in twice the time, off the main thread. */
export async function compressBetter(page: Page): Promise<void> {
  page.brotli = await promisify(brotliCompress)(page.html, optionsOf(page.html, 5))
}

function makePage(status: number, html: Buffer, policy: string, quality: number): Page {
  // A thread of its own would cost as much time as the compression takes.
  const brotli = brotliCompressSync(html, optionsOf(html, quality))
  // The compressed page is a sixth of the page, and differs whenever the page does.
  const etag = `W/"${createHash('sha256').update(brotli).digest('base64url').slice(0, 22)}"`
  return { status, html, brotli, policy, etag }
}

/** A built page with the site's origin in its head. What traders wrote is in the body. */
export function withOrigin(html: string, origin: string): string {
  const end = html.indexOf('</head>')
  return html.slice(0, end).replaceAll(ORIGIN_PLACEHOLDER, origin) + html.slice(end)
}

/** So that the answer is one block. */
const BLOCK = 64 * 1024

function optionsOf(html: Buffer, quality: number): BrotliOptions {
  return {
    chunkSize: BLOCK,
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  }
}
