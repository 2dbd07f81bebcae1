/** The type of an endpoint, and the shapes that every noun uses. Money is a decimal string, a time is ISO 8601 in UTC by the database’s clock. */
import * as z from 'zod/mini'
import type { KeyScope } from '../accounts/api-keys.ts'
import type { ErrorCode } from '../errors.ts'
import type { StaffRole } from '../staff/staff-roles.ts'
import type { TeamRole } from '../accounts/team-roles.ts'

type Schema = z.ZodMiniType

/** The nouns of the contract. */
export type Tag =
  | 'Market'
  | 'Payment accounts'
  | 'Offers'
  | 'Trades'
  | 'Chat'
  | 'Evidence'
  | 'Uploads'
  | 'Disputes'
  | 'Receipts'
  | 'Limits'
  | 'Events'
  | 'Notifications'
  | 'Profiles'
  | 'Ratings'
  | 'Registration'
  | 'Sign-in'
  | 'Sessions'
  | 'Account'
  | 'Re-authentication'
  | 'Second factors'
  | 'Identities'
  | 'API keys'
  | 'Webhooks'
  | 'Teams'
  | 'Contact'
  | 'Relations'
  | 'Notes'
  | 'Reports'
  | 'Business hours'
  | 'Offer templates'
  | 'Quick replies'
  | 'Saved searches'
  | 'Staff'
  | 'Demonstration'

type SuccessStatus = 200 | 201 | 202

export type Endpoint = {
  tag: Tag
  method: 'GET' | 'POST' | 'DELETE'
  /** With `:name` for each path parameter. */
  path: string
  /** Begins with its verb: Get, List, Create, Update, Delete, Send. */
  summary: string
  /** One or two sentences, where the summary is not enough. */
  description?: string
  /** A caller without a session or key is accepted. */
  isPublic?: true
  /** The scope that an API key needs to call it. Left out: no key may; on a public endpoint a key counts as signed out. */
  scope?: KeyScope
  /**
   * The roles with which a team member may call it for the owner: one of them is enough. `self`: the call is about the session's
   * own user, also while the session acts for another. Left out: no member may; on a public endpoint a member counts as signed out.
   */
  team?: 'self' | readonly TeamRole[]
  /**
   * The staff role that may call it, with a second factor and a recent authentication (`requireStaff`). To other users it is
   * `not_found`. Only such an endpoint may see the rows of all users.
   */
  staff?: StaffRole
  /**
   * The caller's email is verified, and the owner's where a team member calls: an account that was prepared under the address
   * of another person gets no offer, trade, factor, key or sign-in method (decisions: Accounts).
   */
  needsVerifiedEmail?: true
  /** `sign-in`: the tighter limit of requests from one network, for calls that reveal or test account data. Left out: the general limit. */
  limit?: 'sign-in'
  /** A call that changes something carries an Idempotency-Key (SECURITY.md, "Idempotency"). */
  needsIdempotencyKey?: true
  params?: Schema
  query?: Schema
  body?: Schema
  /** A body of raw bytes instead (application/octet-stream), of at most this many. */
  bytes?: number
  /** A multipart/form-data body instead: the text fields beside its file. */
  form?: Schema
  /** The field of that file; left out: `image`, which is a picture. A `file` is a picture or a PDF. */
  upload?: 'file'
  response?: Schema
  /** The answer is a file instead of JSON: of this type, or of one of several, which the handler sets. */
  file?: 'image/webp' | 'text/html; charset=utf-8' | readonly string[]
  /** The answer is a stream of server-sent events instead of JSON; the data of one. */
  events?: Schema
  /** The JSON answer is written in pieces. */
  isStreamed?: true
  /** The statuses of success, the usual one first; left out: 200. */
  statuses?: readonly [SuccessStatus, ...SuccessStatus[]]
  /** The endpoint's own refusals; those that follow from its other properties (for example `signed_out`, `email_unverified`) are left out. */
  errors?: readonly ErrorCode[]
}

/** The parsed type of an endpoint's part; `undefined` where it has no such part. */
export type Sent<E extends Endpoint, Part extends 'params' | 'query' | 'body' | 'form'> =
  E extends Record<Part, infer S extends Schema> ? z.output<S> : undefined

/** The type of an endpoint's answer; unknown where the answer is not JSON. */
export type Answered<E extends Endpoint> = E extends { response: infer S extends Schema } ? z.output<S> : unknown

/** Defines the endpoints of one noun. */
/*@__NO_SIDE_EFFECTS__*/
export function endpointsOf<const T extends Tag>(tag: T) {
  /*@__NO_SIDE_EFFECTS__*/
  return function endpoint<const E extends Omit<Endpoint, 'tag'>>(definition: E): E & { tag: T } {
    return { tag, ...definition }
  }
}

/** Metadata of schemas in the OpenAPI document: an `id` makes a schema a component of that name. */
export const documented = z.registry<{ id?: string; description?: string; examples?: string[] }>()

/** Gives a schema a name of its own in the OpenAPI document. */
/*@__NO_SIDE_EFFECTS__*/
export function named<S extends Schema>(id: string, schema: S, description?: string, example?: string): S {
  documented.add(schema, { id, ...(description && { description }), ...(example && { examples: [example] }) })
  return schema
}

/** The schema with its description for client authors: unit, limits, meaning of null. */
/*@__NO_SIDE_EFFECTS__*/
export function described<S extends Schema>(schema: S, description: string): S {
  const copy = z.clone(schema)
  documented.add(copy, { description })
  return copy
}

/** A list of at most `max` entries; an answer with more is a server error, and the OpenAPI document gives the number. */
/*@__NO_SIDE_EFFECTS__*/
export function listOf<S extends Schema>(entry: S, max: number) {
  return z.array(entry).check(z.maxLength(max))
}

export const id = named('Id', z.uuid(), 'A UUID.')
export const decimal = named(
  'Decimal',
  z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
  'A decimal number as text: no thousands separators, “.” before the decimals.',
  '150.00',
)
export const moment = named('Time', z.iso.datetime(), 'A time in UTC, by the clock of the database.')

export const avatar = described(
  z.nullable(z.string()),
  'The address of the profile photo, which changes with each new photo; null without one.',
)

export const count = named(
  'Count',
  z.object({ count: z.int(), isExact: z.boolean() }),
  'Exact up to a limit, above it “more than”.',
)
export type Count = z.infer<typeof count>
export const nothing = named('Nothing', z.strictObject({}), 'An empty object.')

/** The body of every refusal. */
export const problem = named(
  'Problem',
  z.object({
    type: described(z.literal('about:blank'), 'No type beyond the HTTP status; `code` names the problem.'),
    title: described(z.string(), 'The phrase of the HTTP status.'),
    status: described(z.int(), 'The HTTP status.'),
    code: described(z.string(), 'The stable code of the refusal.'),
    message: described(z.string(), 'The whole sentence in English, with its figures.'),
    values: described(
      z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
      'The figures alone, for a client that words the code in another language. Amounts are decimal strings.',
    ),
    field: described(z.optional(z.string()), 'The input field that the refusal is about.'),
    fields: described(
      z.optional(z.record(z.string(), z.string())),
      'Each field that was refused, with its first message.',
    ),
    details: described(
      z.optional(z.record(z.string(), z.unknown())),
      'Data to continue with, for example the present status of the trade.',
    ),
    requestId: described(z.string(), 'Names the request in the logs of the server.'),
  }),
  'Problem details (RFC 9457) with the extension members `code`, `message` and `requestId`.',
)
export type Problem = z.infer<typeof problem>
