/**
 * Limits the work of one client, which is an account or a visitor's network: few concurrent requests, and a budget of work
 * that refills. Requests beyond them wait in the client's own queue; those of other clients do not wait.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { streamEvents } from '../../../domain/api/notifications/stream.ts'
import { DomainError } from '../../../domain/errors.ts'
import { PUBLIC_POOL_SIZE } from '../../db/pool.ts'
import { CONNECTIONS_PER_ADDRESS } from '../limit-connections.ts'
import { networkOf } from '../network.ts'
import { isApiCall } from '../is-api-call.ts'

export type Share = {
  /** Requests in work at a time. */
  inWork: number
  /** Milliseconds of work that can be done without a pause. */
  burstMs: number
  /** Milliseconds of work for each second that passes. */
  perSecondMs: number
  /** Beyond these a request is refused. */
  waiting: number
}

const ACCOUNT: Share = { inWork: 2, burstMs: 300, perSecondMs: 200, waiting: 100 }
/** Visitors of one network share these limits, which leave two connections to those of others. */
const NETWORK: Share = {
  inWork: PUBLIC_POOL_SIZE - 2,
  burstMs: 3000,
  perSecondMs: 1500,
  waiting: CONNECTIONS_PER_ADDRESS,
}
/** A request that waits long for the work of other clients is charged no more than this. */
const CHARGE_MAX_MS = 250
/** An open stream is no work; opening one is. */
const STREAM_CHARGE_MS = 20
const SWEEP_MS = 60_000

type Client = {
  share: Share
  budgetMs: number
  asOf: number
  working: number
  queue: (() => void)[]
  isScheduled: boolean
}
/** Ends the turn; `chargeMs` is the time since its start where it is left out. */
type Leave = (chargeMs?: number) => void

/** Each process counts for itself. */
export function fairTurns(app: FastifyInstance): void {
  const turns = createTurns()
  // After the body has arrived, so that slow senders hold no turn. Pictures have a queue of their own (inPictureTurn).
  app.addHook('preValidation', async (request, reply) => {
    if (!isApiCall(request) || request.isMultipart()) return
    const over = signalOfEnd(reply)
    const { viewer, ip } = request
    const leave = viewer ? await turns.enter(viewer.id, ACCOUNT, over) : await turns.enter(networkOf(ip), NETWORK, over)
    if (request.routeOptions.url === streamEvents.path) leave(STREAM_CHARGE_MS)
    else over.addEventListener('abort', () => leave())
  })
  const sweep = setInterval(turns.sweep, SWEEP_MS)
  sweep.unref()
  app.addHook('onClose', async () => clearInterval(sweep))
}

/** Aborts when the answer was sent or the connection closed, also where it had closed before. */
function signalOfEnd({ raw }: FastifyReply): AbortSignal {
  const end = new AbortController()
  for (const event of ['finish', 'close']) raw.once(event, () => end.abort())
  if (raw.destroyed) end.abort()
  return end.signal
}

export function createTurns(clock: () => number = () => performance.now()) {
  const clients = new Map<string, Client>()
  return { enter, sweep }

  /**
   * Resolves when the client's turn begins. Refuses with `rate_limited` where too many of its requests wait, and with `busy`
   * where the signal aborts first: the client does not wait for the answer any more.
   */
  function enter(key: string, share: Share, signal?: AbortSignal): Promise<Leave> {
    const client = clientOf(key, share)
    if (client.queue.length >= share.waiting) {
      return Promise.reject(new DomainError('rate_limited', { details: { retryAfterSeconds: 1 } }))
    }
    return new Promise((begin, refuse) => {
      const start = () => {
        signal?.removeEventListener('abort', abandon)
        begin(startWork(client))
      }
      const abandon = () => {
        client.queue = client.queue.filter((waiting) => waiting !== start)
        refuse(new DomainError('busy'))
      }
      if (signal?.aborted) return refuse(new DomainError('busy'))
      signal?.addEventListener('abort', abandon, { once: true })
      client.queue.push(start)
      beginWaiting(client)
    })
  }

  function clientOf(key: string, share: Share): Client {
    const known = clients.get(key)
    if (known) return known
    const client = { share, budgetMs: share.burstMs, asOf: clock(), working: 0, queue: [], isScheduled: false }
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
    while (client.queue.length > 0 && client.working < client.share.inWork && client.budgetMs > 0)
      client.queue.shift()?.()
    if (client.queue.length === 0 || client.budgetMs > 0 || client.isScheduled) return
    client.isScheduled = true
    const waitMs = Math.ceil((-client.budgetMs / client.share.perSecondMs) * 1000) + 1
    setTimeout(() => {
      client.isScheduled = false
      beginWaiting(client)
    }, waitMs).unref()
  }

  function refill(client: Client): void {
    const moment = clock()
    const earned = ((moment - client.asOf) / 1000) * client.share.perSecondMs
    client.budgetMs = Math.min(client.share.burstMs, client.budgetMs + earned)
    client.asOf = moment
  }

  /** Removes the clients that have nothing in work and a full budget. */
  function sweep(): void {
    for (const [key, client] of clients) {
      refill(client)
      if (client.working === 0 && client.queue.length === 0 && client.budgetMs === client.share.burstMs)
        clients.delete(key)
    }
  }
}
