/** A page as it is sent. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { ORIGIN_PLACEHOLDER } from '../../domain/pages.ts'
import { policyFor } from './content-policy.ts'

export type Page = { status: number; html: Buffer; brotli: Buffer; policy: string; etag: string }

export async function makePage(status: number, html: Buffer, quality = QUALITY): Promise<Page> {
  return {
    status,
    html,
    brotli: await compressed(html, quality),
    policy: policyFor(html.toString()),
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  }
}

/** The page with the site's origin in its head. What traders wrote is in the body. */
export function withOrigin(html: string, origin: string): string {
  const end = html.indexOf('</head>')
  return html.slice(0, end).replaceAll(ORIGIN_PLACEHOLDER, origin) + html.slice(end)
}

/** Higher qualities take several times as long and save a few hundred bytes. */
const QUALITY = 5

function compressed(html: Buffer, quality: number): Promise<Buffer> {
  return promisify(brotliCompress)(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  })
}
