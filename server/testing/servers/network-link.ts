/** A TCP proxy on the loopback address that can stop passing anything, as a network that is cut does: connections stay open, and nothing arrives. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export type NetworkLink = {
  port: number
  cut: () => void
  /** What was sent meanwhile arrives now, as after a network that is back. */
  mend: () => void
  close: () => void
}

type Pair = { caller: Socket; target: Socket }

export async function startNetworkLink(targetPort: number): Promise<NetworkLink> {
  const pairs = new Set<Pair>()
  let isCut = false

  const server = createServer((caller) => {
    const pair = { caller, target: connect(targetPort, '127.0.0.1') }
    pairs.add(pair)
    for (const socket of [pair.caller, pair.target]) socket.on('error', () => {}).on('close', () => dropIfPassing(pair))
    if (isCut) hold(pair)
    else pass(pair)
  })

  function pass(pair: Pair): void {
    if (pair.caller.destroyed || pair.target.destroyed) return drop(pair)
    pair.caller.pipe(pair.target).pipe(pair.caller)
  }

  function hold({ caller, target }: Pair): void {
    caller.unpipe(target).pause()
    target.unpipe(caller).pause()
  }

  function dropIfPassing(pair: Pair): void {
    if (!isCut) drop(pair)
  }

  function drop(pair: Pair): void {
    pair.caller.destroy()
    pair.target.destroy()
    pairs.delete(pair)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const pair of pairs) hold(pair)
    },
    mend() {
      isCut = false
      for (const pair of pairs) pass(pair)
    },
    close() {
      server.close()
      for (const pair of pairs) drop(pair)
    },
  }
}
