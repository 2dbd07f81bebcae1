/** The refusals of an operation: one response for each status, with the codes that it can have. */
import type { Endpoint, Problem } from '../../../domain/api/endpoint.ts'
import { DomainError, ERRORS } from '../../../domain/errors.ts'
import type { ErrorCode } from '../../../domain/errors.ts'
import { STATUS, problemOf } from '../errors.ts'
import { VALUES } from './example-values.ts'
import type { Json } from './json.ts'

export type Refusals = {
  /** The responses of an endpoint by their status. */
  of(endpoint: Endpoint): Json
  /** The responses that have one code, which operations refer to. */
  components(): Json
}

export function collectRefusals(): Refusals {
  const components: Json = {}

  function referTo(code: ErrorCode): Json {
    const name = code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
    components[name] = responseOf([code])
    return { $ref: `#/components/responses/${name}` }
  }

  return {
    of(endpoint) {
      const byStatus: Record<number, ErrorCode[]> = {}
      for (const code of codesOf(endpoint)) (byStatus[STATUS[ERRORS[code].kind]] ??= []).push(code)
      return Object.fromEntries(
        Object.entries(byStatus).map(([status, codes]) => {
          const [first, ...others] = codes
          return [status, first !== undefined && others.length === 0 ? referTo(first) : responseOf(codes)]
        }),
      )
    },
    components: () => components,
  }
}

/** Every code that the endpoint may answer. */
export function codesOf(endpoint: Endpoint): ErrorCode[] {
  return [...new Set([...impliedCodes(endpoint), ...(endpoint.errors ?? [])])]
}

/** The refusals that follow from the properties of an endpoint. */
export function impliedCodes({
  method,
  isPublic,
  scope,
  team,
  staff,
  needsVerifiedEmail,
  needsIdempotencyKey,
  params,
  query,
  body,
  bytes,
  form,
}: Endpoint): ErrorCode[] {
  const codes: (ErrorCode | false)[] = [
    Boolean(params ?? query ?? body ?? form) && 'invalid_input',
    Boolean(params ?? body) && 'invalid_json',
    needsIdempotencyKey === true && 'idempotency_key_missing',
    'signed_out',
    !isPublic && 'key_not_allowed',
    !isPublic && team !== 'self' && 'team_not_allowed',
    !isPublic && team !== 'self' && method !== 'GET' && 'acting_changed',
    (Array.isArray(team) || (scope !== undefined && !isPublic)) && 'account_suspended',
    Array.isArray(team) && method !== 'GET' && 'team_conflict',
    staff !== undefined && 'not_found',
    staff !== undefined && 'second_factor_off',
    staff !== undefined && 'reauthentication_required',
    needsVerifiedEmail === true && 'email_unverified',
    method !== 'GET' && 'cross_site',
    // Also where no body is taken: a form, or text, that is sent nevertheless.
    method !== 'GET' && 'unsupported_type',
    Boolean(body ?? bytes) && 'too_large',
    needsIdempotencyKey === true && 'idempotency_key_reused',
    'misdirected',
    'rate_limited',
    'internal',
    'busy',
    method === 'GET' && 'timed_out',
  ]
  return codes.filter((code) => code !== false)
}

function responseOf(codes: readonly ErrorCode[]): Json {
  const canWait = codes.some((code) => ['limited', 'busy'].includes(ERRORS[code].kind))
  return {
    description: codes.map((code) => `- \`${code}\`: ${ERRORS[code].text}`).join('\n'),
    ...(canWait && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }],
          properties: { code: { type: 'string', enum: codes } },
        },
        example: problemExample(codes),
      },
    },
  }
}

/** The problem of the code that says most by itself, with a value for each placeholder of its text. */
function problemExample(codes: readonly ErrorCode[]): Problem {
  const code = codes.find((each) => placeholdersOf(each).length === 0) ?? codes[0]!
  const values = Object.fromEntries(placeholdersOf(code).map((name) => [name, String(VALUES[name]?.[0] ?? 3)]))
  const error = new DomainError(code, placeholdersOf(code).length > 0 ? { values } : {})
  return problemOf(error, String(VALUES.requestId![0]))
}

function placeholdersOf(code: ErrorCode): string[] {
  return [...ERRORS[code].text.matchAll(/\{(\w+)(?=[},])/g)].map(([, name = '']) => name)
}

const RETRY_AFTER = {
  description: 'How many seconds to wait before the next try.',
  schema: { type: 'integer', minimum: 0 },
}
