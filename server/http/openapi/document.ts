/** The OpenAPI 3.1 document, made from the same contract that checks the traffic. */
import { IDEMPOTENCY_KEY_LENGTH } from '../../../domain/idempotency-key.ts'
import { problem } from '../../../domain/api/endpoint.ts'
import { webhookEvent } from '../../../domain/api/notifications/webhook-values.ts'
import type { Endpoint, Tag } from '../../../domain/api/endpoint.ts'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { KEY_SCOPES, KEY_START } from '../../../domain/accounts/api-keys.ts'
import { ENDPOINTS } from '../../../domain/endpoints.ts'
import { FILE_MAX_BYTES } from '../../../domain/trades/evidence.ts'
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '../../../domain/pictures.ts'
import { STAFF_REAUTHENTICATION_MINUTES } from '../../../domain/staff/staff.ts'
import { sessionCookie } from '../cookies.ts'
import { exampleOf, fileExample, idOf } from './examples.ts'
import { collectRefusals } from './refusals.ts'
import type { Refusals } from './refusals.ts'
import { collectSchemas } from './schemas.ts'
import type { Schemas } from './schemas.ts'
import type { Json } from './json.ts'

const MEGAPIXELS = IMAGE_MAX_PIXELS / 1_000_000

const TAGS: Readonly<Record<Tag, string>> = {
  Market: 'Reference rates and market statistics.',
  'Payment accounts': 'Where you are paid. Details are returned to their owner, and inside an open trade.',
  Offers: 'Offers on the market, and your own.',
  Trades: 'Quotes and trades. Each move of a trade is an operation of its own.',
  Chat: 'The chat of a trade, with its images.',
  Evidence: 'The files of a trade: proofs of payment, and evidence in a dispute.',
  Uploads: 'Parts of files that browsers send before the form that uses them.',
  Disputes: 'Disputes of trades, for the two parties, and for the arbiters who decide them.',
  Limits: 'How much you may trade: tiers, their limits, and what you have used.',
  Events: 'What happens in your trades, as a stream or in pages.',
  Notifications: 'What happened in your trades and to your account, read and unread, and the settings of the channels.',
  Profiles: 'Your profile and dashboard, and the public profiles of traders.',
  Ratings: 'What the parties of completed trades think of each other.',
  Registration: 'Creating an account.',
  'Sign-in': 'The sign-in methods, and the second factor that completes a sign-in.',
  Sessions: 'Where an account is signed in, and its recent sign-ins.',
  Account: 'Password, email address, data export and deletion.',
  'Re-authentication': 'Confirming the user’s identity before a sensitive action.',
  'Second factors': 'Authenticator app, passkeys and recovery codes.',
  Receipts: 'Signed receipts of completed trades, which verify without an account.',
  Identities: 'The identity providers and the wallet linked to an account.',
  'API keys': 'Keys with which programs call this API.',
  Webhooks: 'Addresses to which programs are sent what happens, signed as in Standard Webhooks.',
  Teams: 'Users who act for another user, within roles.',
  Contact: 'Messages to the support of the platform.',
  Relations: 'The traders you trust and block.',
  Notes: 'What you note about traders. Only you read it.',
  'Business hours': 'The weekly hours within which your offers that follow them can be traded.',
  'Offer templates': 'What new offers of yours can begin with.',
  'Quick replies': 'Short texts that you insert in a chat.',
  'Saved searches': 'Filters of the market of whose new matches you are notified.',
  Reports: 'Reports about users, offers, ratings and messages, which staff read.',
  Staff: 'Contact messages, users and audit log, for administrators. Other users get `not_found`.',
  Demonstration: 'The captured emails of a demonstration server.',
}

const DESCRIPTION = `A peer-to-peer USDT marketplace with a demonstration escrow.

Programs send an API key as \`Authorization: Bearer ${KEY_START}…\`; browsers send the session cookie. Amounts are decimal strings,
times are ISO 8601 in UTC. A refusal is a problem object (RFC 9457) with a stable \`code\`.`

export function openApiDocument(publicUrl: string): Json {
  const schemas = collectSchemas()
  const refusals = collectRefusals()
  const paths = pathsOf(schemas, refusals)
  schemas.of(problem, 'output')
  const webhooks = webhooksOf(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sarraf',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Support', url: new URL('/contact', publicUrl).href },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: schemas.components(),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      responses: refusals.components(),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie.name(publicUrl),
          description: 'The session of a user who is signed in with a browser.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key (${KEY_START}…) with the scope that the operation names: ${KEY_SCOPES.join(', ')}.`,
        },
      },
    },
  }
}

function pathsOf(schemas: Schemas, refusals: Refusals): Json {
  const paths: Record<string, Json> = {}
  for (const { name, endpoint } of ENDPOINTS) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, schemas, refusals) }
  }
  return paths
}

function operationOf(operationId: string, endpoint: Endpoint, schemas: Schemas, refusals: Refusals): Json {
  const parameters = [
    ...schemas.parametersOf(endpoint.params, 'path'),
    ...schemas.parametersOf(endpoint.query, 'query'),
    ...(endpoint.needsIdempotencyKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  const requestBody = bodyOf(endpoint, schemas)
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, accessOf(endpoint)].filter(Boolean).join(' '),
    security: securityOf(endpoint),
    // Spectral refuses scopes of a scheme other than OAuth, which OpenAPI 3.1 allows as roles.
    ...(endpoint.scope && { 'x-scope': endpoint.scope }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successesOf(endpoint, schemas), ...refusals.of(endpoint) },
  }
}

/** Who may call, as a sentence: a reader of one operation does not look up the security schemes. */
function accessOf({ isPublic, scope, staff, needsVerifiedEmail }: Endpoint): string {
  if (isPublic) return 'Public.'
  const caller = scope
    ? `Needs a session, or an API key with the scope \`${scope}\`.`
    : 'Needs a session; no API key may call it.'
  const role = `Needs the role \`${staff}\`, a second factor, and an authentication of the last ${STAFF_REAUTHENTICATION_MINUTES} minutes.`
  return [caller, staff && role, needsVerifiedEmail && 'Needs a verified email.'].filter(Boolean).join(' ')
}

/** The request to the receiver of a webhook, which its owner's program answers. */
function webhooksOf(schemas: Schemas): Json {
  const header = (name: string, description: string, example: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  })
  return {
    event: {
      post: {
        operationId: 'receiveEvent',
        tags: ['Webhooks'],
        summary: 'Receive an event at the address of a webhook',
        description:
          'Signed as the Standard Webhooks specification says. Any status from 200 to 299 within ten seconds accepts it; 410 pauses the webhook; after anything else it is sent again, for a day, and later where a Retry-After asks for it.',
        security: [],
        parameters: [
          header('webhook-id', 'The `id` of the event: a repetition has the same.', idOf('WebhookEventId')),
          header('webhook-timestamp', 'The time of the attempt, in seconds since 1970.', '1772443800'),
          header(
            'webhook-signature',
            'HMAC-SHA256 of `id.timestamp.body` in base64, after `v1,`.',
            'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': withExample(schemas.of(webhookEvent, 'output'), schemas, 'all') },
        },
        responses: { '2XX': { description: 'Accepted.' }, '410': { description: 'Pauses the webhook.' } },
      },
    },
  }
}

function securityOf({ isPublic, scope }: Endpoint): Json[] {
  return [...(isPublic ? [{}] : []), { session: [] }, ...(scope ? [{ key: [] }] : [])]
}

function bodyOf({ body, bytes, form, upload }: Endpoint, schemas: Schemas): Json | undefined {
  if (bytes !== undefined) {
    const schema = { type: 'string', format: 'binary', maxLength: bytes }
    const type = 'application/octet-stream'
    return { required: true, content: { [type]: { schema, example: fileExample(type) } } }
  }
  if (form) {
    const schema = formOf(schemas.of(form, 'input'), upload)
    const example = exampleOf(schema, schemas.components(), 'required')
    return { required: true, content: { 'multipart/form-data': { schema, example } } }
  }
  return (
    body && {
      required: true,
      content: { 'application/json': withExample(schemas.of(body, 'input'), schemas, 'required') },
    }
  )
}

function withExample(schema: Json, schemas: Schemas, part: 'required' | 'all'): Json {
  return { schema, example: exampleOf(schema, schemas.components(), part) }
}

function formOf(fields: Json, upload?: Endpoint['upload']): Json {
  const description = upload
    ? `A JPEG, PNG or WebP picture of up to ${MEGAPIXELS} million pixels, or a PDF, of up to ${FILE_MAX_BYTES / 1024 / 1024} MB.`
    : `A JPEG, PNG or WebP file of up to ${MEGAPIXELS} million pixels and ${IMAGE_MAX_BYTES / 1024 / 1024} MB.`
  const name = upload ?? 'image'
  return {
    ...fields,
    properties: { [name]: { type: 'string', format: 'binary', description }, ...(fields.properties as Json) },
    required: [name, ...((fields.required as string[] | undefined) ?? [])],
  }
}

function successesOf(endpoint: Endpoint, schemas: Schemas): Json {
  const content = contentOf(endpoint, schemas)
  return Object.fromEntries(
    (endpoint.statuses ?? [200]).map((status) => [status, { description: SUCCESSES[status], content }]),
  )
}

const SUCCESSES = { 200: 'Success.', 201: 'Created.', 202: 'Accepted; a further step is needed.' }

function contentOf({ file, events, response }: Endpoint, schemas: Schemas): Json {
  if (file)
    return Object.fromEntries(
      [file].flat().map((type) => [type, { schema: { type: 'string', format: 'binary' }, example: fileExample(type) }]),
    )
  if (events) {
    const contentSchema = schemas.of(events, 'output')
    const example = eventExample(exampleOf(contentSchema, schemas.components(), 'all') as StreamEvent)
    return { 'text/event-stream': { schema: { type: 'string', contentSchema }, example } }
  }
  return { 'application/json': response ? withExample(schemas.of(response, 'output'), schemas, 'all') : { schema: {} } }
}

function eventExample({ seq, kind, data }: StreamEvent): string {
  return `id: ${seq}\nevent: ${kind}\ndata: ${JSON.stringify({ seq, ...data })}\n\n`
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'A key of your choice for this one intention, for example a UUID. Repeated with the same key and input, the call acts once and gets the same answer.',
  schema: {
    type: 'string',
    minLength: IDEMPOTENCY_KEY_LENGTH.min,
    maxLength: IDEMPOTENCY_KEY_LENGTH.max,
    pattern: String.raw`^[\x21-\x7e]+$`,
  },
  example: '5f0c2a86-3f6b-4c52-9d0e-2b7a9a1c4e77',
}
