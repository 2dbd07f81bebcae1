/** The id of a request is in its answer, its log lines and its transactions: that of the proxy in front, or a new one. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { REQUEST_ID_MAX, currentRequestId, inRequest } from '../db/scope.ts'
import { withoutMapping } from './network.ts'

export const REQUEST_ID_HEADER = 'x-request-id'
/** Nothing that a log, a header or a statement would read as its own. Two headers arrive as one with a comma. */
const PLAIN_ID = new RegExp(`^[A-Za-z0-9_.-]{1,${REQUEST_ID_MAX}}$`)

/** Call it on the root instance before any other hook, so that all of them run in the request. */
export function requestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    inRequest(request.id, done)
  })
  // A body is read in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => inRequest(request.id, done))
}

/**
 * Gives each request its id. What a stranger sends is not taken: it could be the id of another request. The calls by which the server renders a page have the id of the page.
 */
export function requestIdOf({ trustProxy }: Pick<Config, 'trustProxy'>): (raw: IncomingMessage) => string {
  const isProxy = proxyTest(trustProxy)
  return ({ headers, socket }) => {
    const ofPage = currentRequestId()
    if (ofPage !== undefined) return ofPage
    const sent = headers[REQUEST_ID_HEADER]
    return typeof sent === 'string' && PLAIN_ID.test(sent) && isProxy(socket.remoteAddress) ? sent : randomUUID()
  }
}

/** Whether a connection from the address is one of a trusted proxy. */
export function proxyTest(trustProxy: Config['trustProxy']): (address: string | undefined) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false
  const proxies = new BlockList()
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return (mapped) => {
    const address = withoutMapping(mapped ?? '')
    return isIP(address) !== 0 && proxies.check(address, familyOf(address))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}
