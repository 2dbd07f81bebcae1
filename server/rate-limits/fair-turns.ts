/**
 * Keeps one client from taking the time of the others: an account, or the network of a visitor, has few requests in work
 * and a budget of work that refills. Beyond them its requests wait for each other; those of other clients do not wait.
 */
import type { FastifyInstance } from 'fastify'
import { streamEvents } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import { networkOf } from '../http/network.ts'
import { isApiCall } from '../http/is-api-call.ts'

export type Share = {
  /** Requests in work at a time. */
  inWork: number
  /** Milliseconds of work that can be done without a pause. */
  burstMs: number
  /** Milliseconds of work for each second that passes. */
  perSecondMs: number
}

const ACCOUNT: Share = { inWork: 2, burstMs: 300, perSecondMs: 200 }
/** Many visitors can share a network. */
const NETWORK: Share = { inWork: 8, burstMs: 3000, perSecondMs: 1500 }
/** Beyond these a request is refused. */
const WAITING_MAX = 100
/** A request that waits long for the work of other clients is charged no more than this. */
const CHARGE_MAX_MS = 250
/** An open stream is no work; opening one is. */
const STREAM_CHARGE_MS = 20
const SWEEP_MS = 60_000

type Client = Share & { budgetMs: number; asOf: number; working: number; waiting: (() => void)[]; isScheduled: boolean }
/** Ends the turn; `chargeMs` is the time since its begin where it is left out. */
type Leave = (chargeMs?: number) => void

/** Each process counts for itself. */
export function fairTurns(app: FastifyInstance): void {
  const turns = createTurns()
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request)) return
    const { viewer, ip } = request
    const leave = viewer ? await turns.enter(viewer.id, ACCOUNT) : await turns.enter(networkOf(ip), NETWORK)
    if (request.routeOptions.url === streamEvents.path) return leave(STREAM_CHARGE_MS)
    for (const end of ['finish', 'close']) reply.raw.once(end, () => leave())
  })
  const sweep = setInterval(turns.sweep, SWEEP_MS)
  sweep.unref()
  app.addHook('onClose', async () => clearInterval(sweep))
}

export function createTurns(clock: () => number = () => performance.now()) {
  const clients = new Map<string, Client>()
  return { enter, sweep }

  /** Resolves when the client's turn begins. Refuses with `rate_limited` where too many of its requests wait. */
  function enter(key: string, share: Share): Promise<Leave> {
    const client = clientOf(key, share)
    if (client.waiting.length >= WAITING_MAX) {
      return Promise.reject(new DomainError('rate_limited', { details: { retryAfterSeconds: 1 } }))
    }
    return new Promise((begin) => {
      client.waiting.push(() => begin(startWork(client)))
      beginWaiting(client)
    })
  }

  function clientOf(key: string, share: Share): Client {
    const known = clients.get(key)
    if (known) return known
    const client = { ...share, budgetMs: share.burstMs, asOf: clock(), working: 0, waiting: [], isScheduled: false }
    clients.set(key, client)
    return client
  }

  function startWork(client: Client): Leave {
    const began = clock()
    client.working++
    let isOver = false
    return (chargeMs = Math.min(clock() - began, CHARGE_MAX_MS)) => {
      if (isOver) return
      isOver = true
      client.working--
      client.budgetMs -= chargeMs
      beginWaiting(client)
    }
  }

  function beginWaiting(client: Client): void {
    refill(client)
    while (client.waiting.length > 0 && client.working < client.inWork && client.budgetMs > 0)
      client.waiting.shift()?.()
    if (client.waiting.length === 0 || client.budgetMs > 0 || client.isScheduled) return
    client.isScheduled = true
    const waitMs = Math.ceil((-client.budgetMs / client.perSecondMs) * 1000) + 1
    setTimeout(() => {
      client.isScheduled = false
      beginWaiting(client)
    }, waitMs).unref()
  }

  function refill(client: Client): void {
    const moment = clock()
    const earned = ((moment - client.asOf) / 1000) * client.perSecondMs
    client.budgetMs = Math.min(client.burstMs, client.budgetMs + earned)
    client.asOf = moment
  }

  /** Forgets the clients that have nothing in work and a full budget. */
  function sweep(): void {
    for (const [key, client] of clients) {
      refill(client)
      if (client.working === 0 && client.waiting.length === 0 && client.budgetMs === client.burstMs) clients.delete(key)
    }
  }
}
