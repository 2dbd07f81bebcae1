import type { Server } from 'node:http'
import { networkOf } from './network.ts'

/** A browser holds six, and many users can share one address. */
export const CONNECTIONS_PER_ADDRESS = 500

/** Closes connections of an address (for IPv6 one /64) beyond `max` at a time, so that one client cannot hold them all. */
export function limitConnections(server: Server, max = CONNECTIONS_PER_ADDRESS): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = open.get(network) ?? 0
    if (count >= max) {
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
