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
  /** From now on pieces pass one after the other, each after so many milliseconds, in both directions. */
  delay: (ms: number) => void
  connections: () => number
  close: () => void
}

/** What the caller sends passes `there`, and what the target answers `back`. */
type Pair = { caller: Socket; target: Socket; there: Transform; back: Transform }

/** The target is a port of the loopback address, or the path of a socket. */
export async function startNetworkLink(target: number | string): Promise<NetworkLink> {
  const pairs = new Set<Pair>()
  let isCut = false
  let delayMs = 0

  const server = createServer((caller) => {
    const pair = {
      caller,
      target: typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target),
      there: delayed(),
      back: delayed(),
    }
    pair.there.pipe(pair.target)
    pair.back.pipe(caller)
    // Nothing waits to be sent together with what comes later.
    for (const socket of [pair.caller, pair.target]) socket.setNoDelay(true)
    pairs.add(pair)
    for (const socket of [pair.caller, pair.target]) socket.on('error', () => {}).on('close', () => dropIfPassing(pair))
    if (isCut) hold(pair)
    else pass(pair)
  })

  function pass(pair: Pair): void {
    if (pair.caller.destroyed || pair.target.destroyed) return drop(pair)
    pair.caller.pipe(pair.there)
    pair.target.pipe(pair.back)
  }

  function delayed(): Transform {
    return new Transform({
      transform(chunk: Buffer, _, done) {
        if (delayMs === 0) done(null, chunk)
        else setTimeout(() => done(null, chunk), delayMs)
      },
    })
  }

  function hold({ caller, target, there, back }: Pair): void {
    caller.unpipe(there).pause()
    target.unpipe(back).pause()
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
    connections: () => pairs.size,
    close() {
      server.close()
      for (const pair of pairs) drop(pair)
    },
  }
}
