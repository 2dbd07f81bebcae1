/** From an endpoint of the contract to a Fastify route: validation, session and idempotency in one place. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answered, Endpoint, Sent } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Context, Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { idempotencyKey, runCommand, sendAnswer } from './command.ts'
import type { Answer, CommandCall } from './command.ts'

export type Input<E extends Endpoint> = {
  params: Sent<E, 'params'>
  query: Sent<E, 'query'>
  body: Sent<E, 'body'>
}

/** What an answer to a changing call says besides its body: 201 where something new stands. */
type CommandOptions = {
  status?: 200 | 201
  /** Goes on after the commit; what it returns replaces the answer. */
  afterwards?: (answer: Answer, call: CommandCall) => Promise<Answer>
}

/** A call that changes nothing. `viewer` is null only on endpoints marked public. */
export function read<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, viewer: ViewerOf<E>, request: FastifyRequest, reply: FastifyReply) => Promise<Answered<E>>,
): void {
  mount(app, endpoint, async (request, reply) => handle(inputOf(request), viewerOf(endpoint, request), request, reply))
}

/** A call that changes something, for a signed-in person, once per Idempotency-Key. */
export function command<E extends Endpoint>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  work: (tx: Tx, input: Input<E>, viewer: Viewer, key: string) => Promise<Answered<E>>,
  options: CommandOptions = {},
): void {
  mount(app, endpoint, async (request, reply) => {
    const viewer = requireViewer(request)
    const input = inputOf<E>(request)
    const call: CommandCall = {
      actorId: viewer.id,
      key: idempotencyKey(request),
      route: `${request.method} ${request.url.split('?')[0]}`,
      input: input.body,
      requestId: request.id,
    }
    const answer = await runCommand(context.db, call, options.status ?? 200, (tx) => work(tx, input, viewer, call.key))
    return sendAnswer(reply, options.afterwards ? await options.afterwards(answer, call) : answer)
  })
}

/** The person signed in, or the refusal `signed_out`. */
export function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new DomainError('signed_out')
  return request.viewer
}

type ViewerOf<E extends Endpoint> = E extends { isPublic: true } ? Viewer | null : Viewer

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Registers the route with its schemas. Who may not call is turned away before their input is looked at. */
export function mount(app: FastifyInstance, endpoint: Endpoint, handle: Handler): void {
  const { method, path: url, params, query, body, response } = endpoint
  app.route({
    method,
    url,
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(response && { response: { '2xx': response } }),
    },
    onRequest: async (request) => admit(request, endpoint),
    handler: handle,
  })
}

/** A key without the endpoint's scope is refused, or where anybody may call it is nobody in particular. */
function admit(request: FastifyRequest, { isPublic, scope }: Endpoint): void {
  const key = request.viewer?.key
  const isBeyondKey = key && !(scope && key.scopes.includes(scope))
  if (isBeyondKey && !isPublic) throw new DomainError('key_not_allowed', { details: { scope: scope ?? null } })
  if (isBeyondKey) request.viewer = null
  if (!isPublic) requireViewer(request)
}

function inputOf<E extends Endpoint>(request: FastifyRequest): Input<E> {
  return { params: request.params, query: request.query, body: request.body } as Input<E>
}

function viewerOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): ViewerOf<E> {
  return (endpoint.isPublic ? request.viewer : requireViewer(request)) as ViewerOf<E>
}
