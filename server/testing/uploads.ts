/** Uploads of files over a real connection, which a multipart body needs. */
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'

export type Upload = {
  file?: Uint8Array | string
  purpose?: string
  filename?: string
  field?: string
  /** Further text fields. */
  fields?: Record<string, string>
  key?: string
  headers?: Record<string, string>
}
export type Part = { uploadId: string; number?: number | string; bytes: Uint8Array; headers?: Record<string, string> }
export type Answer = { status: number; body: any; headers: Headers }

/** Where the application listens; it begins to at the first call. */
export async function originOf(app: FastifyInstance): Promise<string> {
  const bound = app.server.address()
  if (bound === null) return app.listen({ port: 0, host: '127.0.0.1' })
  if (typeof bound === 'string') throw new Error('listening on a socket')
  return `http://127.0.0.1:${bound.port}`
}

/** Adds a file to a trade as the page does; a user without a cookie is signed out. */
export async function addFile(
  origin: string,
  user: { cookie?: string },
  tradeId: string,
  {
    file,
    purpose = 'payment_proof',
    filename = 'receipt',
    field = 'file',
    fields = {},
    key = crypto.randomUUID(),
    headers,
  }: Upload,
): Promise<Answer> {
  const body = new FormData()
  if (purpose !== '') body.append('purpose', purpose)
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (file !== undefined) body.append(field, new Blob([file as BlobPart]), filename)
  const response = await fetch(`${origin}/api/trades/${tradeId}/files`, {
    method: 'POST',
    headers: {
      'idempotency-key': key,
      'sec-fetch-site': 'same-origin',
      ...(user.cookie === undefined ? {} : { cookie: user.cookie }),
      ...headers,
    },
    body,
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** Sends a part of a file as the page does. */
export async function sendPart(
  origin: string,
  user: { cookie?: string },
  { uploadId, number = 0, bytes, headers = {} }: Part,
): Promise<Answer> {
  const response = await fetch(`${origin}/api/uploads/${uploadId}/parts/${number}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'sec-fetch-site': 'same-origin',
      ...(user.cookie === undefined ? {} : { cookie: user.cookie }),
      ...headers,
    },
    body: bytes as BodyInit,
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

export async function readFile(origin: string, user: { cookie?: string }, tradeId: string, fileId: string) {
  const response = await fetch(`${origin}/api/trades/${tradeId}/files/${fileId}`, {
    headers: user.cookie === undefined ? {} : { cookie: user.cookie },
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

/** A whole PDF; another text is another file. */
export function pdf(text: string): Buffer {
  return Buffer.from(`%PDF-1.7\n1 0 obj\n<</Type /Catalog /Names (${text})>>\nendobj\ntrailer <</Root 1 0 R>>\n%%EOF\n`)
}

/** A small picture with noise. */
export function noise(width = 60, height = 40): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .png()
    .toBuffer()
}
