/** From an endpoint of the contract to a Fastify route: who may call, typed input, typed answer, idempotency. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answered, Endpoint, Sent } from '../../domain/api/endpoint.ts'
import { DomainError } from '../../domain/errors.ts'
import { ACTING_FOR_HEADER } from '../../domain/accounts/teams.ts'
import type { Context } from '../context.ts'
import { requireVerifiedEmail } from './require-verified-email.ts'
import { keyIdOf, viewerActing } from './viewer.ts'
import type { Viewer } from './viewer.ts'
import type { Tx } from '../db/pool.ts'
import { asSystem, asViewer, inThisScope } from '../db/scope.ts'
import type { SystemPurpose } from '../db/scope.ts'
import { fingerprintsOf, idempotencyKey, runCommand, sendAnswer } from './command.ts'
import type { CommandCall } from './command.ts'

/** One request to an endpoint, checked against the contract. */
export type Call<E extends Endpoint> = {
  params: Sent<E, 'params'>
  query: Sent<E, 'query'>
  /** Of raw bytes, undefined where none were sent. */
  body: E extends { bytes: number } ? Buffer | undefined : Sent<E, 'body'>
  /** Null only where the contract says public. */
  viewer: E extends { isPublic: true } ? Viewer | null : Viewer
  /** The Idempotency-Key, where the contract asks for one. */
  key: E extends { needsIdempotencyKey: true } ? string : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * A file's bytes, the pieces of a streamed JSON text, undefined where the handler writes an event stream, else the JSON
 * value.
 */
type Answer<E extends Endpoint> = E extends { file: string | readonly string[] }
  ? Uint8Array
  : E extends { isStreamed: true }
    ? AsyncIterable<string>
    : E extends { events: unknown }
      ? string | undefined
      : Answered<E>

/** What a handler returns instead of an answer where the caller has it already: the answer is 304. */
export const NOT_MODIFIED = Symbol('not modified')

/** A handler of a command that prepares nothing. */
export type CommandWork<E extends Endpoint> = Work<E, unknown>

type Work<E extends Endpoint, Prepared> = (tx: Tx, call: Call<E>, prepared: Prepared) => Promise<Answered<E>>

type Command<E extends Endpoint, Prepared> = {
  /** Runs before the transaction, for example to read a file; `input` replaces the body in what a repeated key must match. */
  prepare?: (call: Call<E>) => Promise<Prepared & { input: unknown }>
  /** Runs in one transaction with the record of its answer: the same key again gets the same answer. */
  work: Work<E, Prepared>
  /** The same work where the database has refused it, which asks first for each refusal, to name it. */
  workWithChecks?: Work<E, Prepared>
  /** Continues after the commit of a fresh success; what it returns replaces the answer. */
  afterwards?: (answer: Answered<E>, command: CommandCall) => Promise<Answered<E>>
}

/**
 * Which endpoints of a file see the rows of all users, and why; the others see those of their viewer. `all`: every one, each
 * of which names the staff role that may call it. `public`: those that anyone may call.
 */
type SystemScope = { all?: SystemPurpose; public?: SystemPurpose }

type Services = Pick<Context, 'db' | 'secrets' | 'requireStaff'>
type Mounting = { app: FastifyInstance; services: Services; systemScope: SystemScope }

/** Mounts endpoints on `app`: `mount` for any, `command` for those that change something once per Idempotency-Key. */
export function endpointsOn(app: FastifyInstance, services: Services, systemScope: SystemScope = {}) {
  const { db, secrets } = services
  const on: Mounting = { app, services, systemScope }
  return { mount, command }

  function mount<E extends Endpoint>(
    endpoint: E,
    handle: (call: Call<E>) => Promise<Answer<E> | typeof NOT_MODIFIED>,
  ): void {
    addRoute(on, endpoint, async (request, reply) => {
      reply.code(statusOf(endpoint))
      const answer = await handle(callOf(endpoint, request, reply))
      if (answer === NOT_MODIFIED) return reply.code(304).send()
      return send(endpoint, reply, answer)
    })
  }

  function command<E extends Endpoint & { needsIdempotencyKey: true; isPublic?: never }, Prepared = unknown>(
    endpoint: E,
    todo: Work<E, unknown> | Command<E, Prepared>,
  ): void {
    const { prepare, work, workWithChecks, afterwards }: Command<E, Prepared> =
      typeof todo === 'function' ? { work: todo } : todo
    addRoute(on, endpoint, async (request, reply) => {
      const call = callOf(endpoint, request, reply)
      const prepared = await prepare?.(call)
      const route = `${request.method} ${request.url.split('?')[0]}`
      const { id: actorId, member } = requireViewer(request)
      // A member's key never finds the answer that another member, or the owner, got.
      const input = prepared ? prepared.input : call.body
      const entry: CommandCall = {
        actorId,
        key: idempotencyKey(request),
        route,
        fingerprints: fingerprintsOf(secrets, member ? `${member.id} ${route}` : route, input),
        requestId: request.id,
      }
      let done: Answered<E> | undefined
      const doing = (verb: Work<E, Prepared>) => async (tx: Tx) => {
        done = await verb(tx, call, prepared as Prepared)
        return done
      }
      const answer = await runCommand(
        db,
        entry,
        statusOf(endpoint),
        doing(work),
        workWithChecks ? doing(workWithChecks) : null,
      )
      const isFresh = !answer.replayed && answer.status < 400
      if (afterwards && isFresh && done !== undefined) answer.body = await afterwards(done, entry)
      return sendAnswer(reply, answer)
    })
  }
}

/** The signed-in user, or the refusal `signed_out`. */
function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new DomainError('signed_out')
  return request.viewer
}

/** Registers the route with its schemas. A caller who may not call is refused before the input is read. */
function addRoute(
  { app, services, systemScope }: Mounting,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const { method, path: url, params, query, body, bytes, response, limit } = endpoint
  const purpose = purposeOf(endpoint, systemScope)
  app.route({
    method,
    url,
    config: { limit },
    ...(bytes !== undefined && { bodyLimit: bytes }),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(response && { response: { '2xx': response } }),
    },
    onRequest: (request) => admit(services, request, endpoint),
    handler: (request, reply) => {
      const work = () => handler(request, reply)
      const { viewer } = request
      return asViewer(
        viewer?.id ?? null,
        () => (purpose ? asSystem(purpose, work) : work()),
        viewer ? { memberId: viewer.member?.id ?? null, keyId: keyIdOf(viewer) } : {},
      )
    },
  })
}

/** Why the endpoint sees the rows of all users; undefined where it sees those of its viewer. Throws before the server starts. */
function purposeOf({ method, path, staff, isPublic }: Endpoint, { all, public: ofPublic }: SystemScope) {
  if (all !== undefined && staff === undefined) {
    throw new Error(
      `${method} ${path} would see the rows of all users (“${all}”), but its contract does not say which staff may call it: set its field “staff”.`,
    )
  }
  return all ?? (isPublic ? ofPublic : undefined)
}

/**
 * Decides who may call, before the input is read. An API key without the endpoint's scope is refused; on a public endpoint it
 * counts as signed out. Each key of a suspended user is refused. The order of refusals: team, key, session, staff role, verified email.
 */
async function admit({ db, requireStaff }: Services, request: FastifyRequest, endpoint: Endpoint): Promise<void> {
  const { isPublic, scope, staff, needsVerifiedEmail } = endpoint
  admitMember(request, endpoint)
  const key = request.viewer?.key
  const isBeyondKey = key && !(scope && key.scopes.includes(scope))
  if (isBeyondKey && !isPublic) throw new DomainError('key_not_allowed', { details: { scope: scope ?? null } })
  if (isBeyondKey) request.viewer = null
  if (isPublic) return
  const viewer = requireViewer(request)
  if (viewer.key) assertActive(viewer)
  // The triggers of the audit log refuse the action of a role that ends meanwhile.
  if (staff) await asViewer(viewer.id, () => requireStaff(db, viewer, staff))
  if (needsVerifiedEmail) requireVerifiedEmail(viewer)
}

/**
 * In a session that acts for the owner of a team, the viewer is the owner where one of the member's roles includes the endpoint.
 * Otherwise the call is refused; on a public endpoint the caller counts as signed out. A call that changes something names the
 * owner on whose page it was made, so that a tab from before a switch does not act for another owner.
 */
function admitMember(request: FastifyRequest, { isPublic, team, method }: Endpoint): void {
  const own = request.viewer
  if (!own || own.key || team === 'self') return
  const { actingFor } = own
  const seen = request.headers[ACTING_FOR_HEADER]
  if (method !== 'GET' && !isPublic && seen !== actingFor?.id) throw new DomainError('acting_changed')
  if (!actingFor) return
  const isIncluded = actingFor.roles.some((role) => team?.includes(role))
  if (!isIncluded && !isPublic) throw new DomainError('team_not_allowed')
  if (isIncluded) assertActive(own)
  request.viewer = isIncluded ? viewerActing(own, actingFor) : null
}

function assertActive({ suspendedAt, suspensionReason }: Viewer): void {
  if (!suspendedAt) return
  const reason = suspensionReason ?? ''
  throw new DomainError('account_suspended', { values: { reason }, details: { reason, at: suspendedAt.toISOString() } })
}

/** The one place where the contract's types meet what its schemas have checked. */
function callOf<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const { params, query, body } = request
  const viewer = endpoint.isPublic ? request.viewer : requireViewer(request)
  const key = endpoint.needsIdempotencyKey ? idempotencyKey(request) : undefined
  return { params, query, body, viewer, key, request, reply } as Call<E>
}

function statusOf({ statuses }: Endpoint): number {
  return statuses?.[0] ?? 200
}

function send(endpoint: Endpoint, reply: FastifyReply, answer: unknown): unknown {
  if (typeof endpoint.file === 'string') reply.type(endpoint.file)
  if (!endpoint.isStreamed) return answer
  reply.type('application/json; charset=utf-8')
  return Readable.from(inThisScope(answer as AsyncIterable<string>))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: Endpoint['limit']
  }
  interface FastifyRequest {
    viewer: Viewer | null
  }
}
