/** What a call is, and the shapes every noun uses. Money is a decimal string, a moment is an ISO string in UTC by the database’s clock. */
import * as z from 'zod/mini'
import type { KeyScope } from '../api-keys.ts'

type Schema = z.ZodMiniType

export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  /** With `:name` for each path parameter. */
  path: string
  /** Begins with its verb: Get, List, Create, Update, Delete, Send. */
  summary: string
  /** One or two sentences, where the summary is not enough. */
  description?: string
  /** Whether a call by nobody in particular is answered. */
  isPublic?: true
  /** What an API key must be allowed to call it. Left out: no key may; a public call it makes as anybody. */
  scope?: KeyScope
  /** Calls that change something carry an Idempotency-Key (decisions: Money; reliability: idempotency). */
  needsKey?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** A multipart/form-data body instead: the text fields beside its file `image`. */
  form?: Schema
  response?: Schema
  /** The answer is a file of this type instead of JSON. */
  file?: 'image/webp'
  /** The answer is a stream of server-sent events instead of JSON; the data of one. */
  events?: Schema
  /** The JSON answer is written in pieces. */
  isStreamed?: true
  /** The statuses of success, the usual one first; left out: 200. */
  statuses?: readonly [SuccessStatus, ...SuccessStatus[]]
}

type SuccessStatus = 200 | 201 | 202

/** What an endpoint's part looks like once read; `undefined` where it has no such part. */
export type Sent<E extends Endpoint, Part extends 'params' | 'query' | 'body' | 'form'> =
  E extends Record<Part, infer S extends Schema> ? z.output<S> : undefined

/** What an endpoint answers; unknown where the answer is not JSON. */
export type Answered<E extends Endpoint> = E extends { response: infer S extends Schema } ? z.output<S> : unknown
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
export const id = z.uuid()
export const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))
export const moment = z.iso.datetime()

/** The address of a person's picture, another one after each change; null: they have none, and their tile is drawn. */
export const avatar = z.nullable(z.string())

/** Exact up to a bound, then "more than" it. */
export const count = z.object({ count: z.int(), isExact: z.boolean() })
export type Count = z.infer<typeof count>
export const nothing = z.strictObject({})

/** The body of every refusal. */
export const problem = z.object({
  code: z.string(),
  /** The whole sentence in English, with its figures. */
  message: z.string(),
  /** The figures alone, for a client that words the code in another language; amounts are decimal strings. */
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  field: z.optional(z.string()),
  /** Each field that was refused, with its first message. */
  fields: z.optional(z.record(z.string(), z.string())),
  details: z.optional(z.record(z.string(), z.unknown())),
  requestId: z.string(),
})
export type Problem = z.infer<typeof problem>
