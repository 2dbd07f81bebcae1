/** A page as it is sent. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { policyFor } from './content-policy.ts'

export type Page = { status: number; html: Buffer; brotli: Buffer; policy: string; etag: string }

/** `brotli` is the same page compressed; omitted, it is compressed here. */
export async function makePage(status: number, html: Buffer, brotli?: Buffer): Promise<Page> {
  return {
    status,
    html,
    brotli: brotli ?? (await compressed(html)),
    policy: policyFor(html.toString()),
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  }
}

/** Higher qualities take several times as long and save a few hundred bytes. */
const QUALITY = 5

function compressed(html: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  })
}
