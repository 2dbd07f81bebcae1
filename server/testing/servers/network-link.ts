/**
 * A TCP proxy on the loopback address that fails as networks do: it passes nothing while connections stay open, passes it late, or
 * breaks the connections off.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { Transform } from 'node:stream'

export type NetworkLink = {
  port: number
  cut: () => void
  /** What was sent meanwhile arrives now, as after a network that is back. */
  mend: () => void
  /** Both ends of each connection see it end; what was under way is lost. New ones are accepted. */
  breakOff: () => void
  /** Each piece arrives so much later from now on, in both directions. */
  delay: (ms: number) => void
  close: () => void
}

type Pair = { caller: Socket; target: Socket }

/** The target is a port of the loopback address, or the path of a socket. */
export async function startNetworkLink(target: number | string): Promise<NetworkLink> {
  const pairs = new Set<Pair>()
  let isCut = false
  let delayMs = 0

  const server = createServer((caller) => {
    const pair = { caller, target: typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target) }
    // Nothing waits to be sent together with what comes later.
    for (const socket of [pair.caller, pair.target]) socket.setNoDelay(true)
    pairs.add(pair)
    for (const socket of [pair.caller, pair.target]) socket.on('error', () => {}).on('close', () => dropIfPassing(pair))
    if (isCut) hold(pair)
    else pass(pair)
  })

  function pass(pair: Pair): void {
    if (pair.caller.destroyed || pair.target.destroyed) return drop(pair)
    pair.caller.pipe(delayed()).pipe(pair.target)
    pair.target.pipe(delayed()).pipe(pair.caller)
  }

  function delayed(): Transform {
    return new Transform({
      transform(chunk: Buffer, _, done) {
        if (delayMs === 0) done(null, chunk)
        else setTimeout(() => done(null, chunk), delayMs)
      },
    })
  }

  function hold(pair: Pair): void {
    for (const socket of [pair.caller, pair.target]) socket.unpipe().pause()
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
    breakOff() {
      for (const pair of pairs) drop(pair)
    },
    delay(ms) {
      delayMs = ms
    },
    close() {
      server.close()
      for (const pair of pairs) drop(pair)
    },
  }
}
