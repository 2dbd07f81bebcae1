/** A TCP proxy between one browser context and the server, which fails as a test says. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** `up`: from the browser to the server. */
type Direction = 'up' | 'down'
const BOTH: readonly Direction[] = ['up', 'down']

export type CuttableConnection = {
  /** The address of the product through this proxy. */
  address: string
  /** Breaks open connections and refuses new ones, until `restore`. */
  cut: () => void
  /**
   * Drops what is sent in these directions, and says nothing: open connections are dead from now on, as after a router has
   * forgotten them. A new one waits for `restore`, as the first packet of a connection is sent again.
   */
  swallow: (directions?: readonly Direction[]) => void
  /** Keeps what is sent in these directions until `restore`, as a proxy that buffers does. */
  hold: (directions?: readonly Direction[]) => void
  /** Passes everything on this much later. */
  delay: (ms: number) => void
  restore: () => void
  /** New connections lead to another server, on this port. */
  moveTo: (port: number) => void
  /** How many event streams are open at the server through this proxy. */
  openStreams: () => number
  remove: () => void
}

/** A connection through the proxy, what is dead of it, and whether it waits to be opened. */
type Line = {
  near: Socket
  far: Socket
  dead: Set<Direction>
  held: (() => void)[]
  isWaiting: boolean
  isStream: boolean
}

/** Opens the proxy. The browser's own offline mode would leave open streams running. */
export async function openCuttableConnection(): Promise<CuttableConnection> {
  let port = Number(process.env.E2E_PORT)
  const lines = new Set<Line>()
  let isCut = false
  let isSwallowing = false
  let kept: readonly Direction[] = []
  let delayMs = 0

  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(port, 'localhost')
    const line: Line = { near, far, dead: new Set(), held: [], isWaiting: isSwallowing, isStream: false }
    lines.add(line)
    near.on('data', (chunk) => {
      // The stream is the last request on its connection.
      if (/^GET \/api\/events[? ]/.test(chunk.toString('latin1'))) line.isStream = true
    })
    forward(line, 'up')
    forward(line, 'down')
  }).listen(0, 'localhost')
  await once(server, 'listening')

  function forward(line: Line, direction: Direction): void {
    const [from, to] = direction === 'up' ? [line.near, line.far] : [line.far, line.near]
    const pass = (act: () => void) => {
      if (line.dead.has(direction)) return
      if (line.isWaiting || kept.includes(direction)) line.held.push(act)
      else if (delayMs > 0) setTimeout(act, delayMs)
      else act()
    }
    from.on('data', (chunk) => pass(() => void to.write(chunk)))
    from.on('end', () => pass(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      lines.delete(line)
      pass(() => to.destroySoon())
    })
    to.on('error', () => {})
  }

  function cut(): void {
    isCut = true
    for (const { near, far } of lines) {
      near.destroy()
      far.destroy()
    }
  }

  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    swallow(directions = BOTH) {
      isSwallowing = true
      for (const { dead } of lines) for (const direction of directions) dead.add(direction)
    },
    hold(directions = BOTH) {
      kept = directions
    },
    delay(ms) {
      delayMs = ms
    },
    restore() {
      isCut = false
      isSwallowing = false
      kept = []
      delayMs = 0
      for (const line of lines) {
        line.isWaiting = false
        for (const act of line.held.splice(0)) act()
      }
    },
    moveTo(other) {
      port = other
    },
    openStreams: () => [...lines].filter(({ isStream }) => isStream).length,
    remove() {
      cut()
      server.close()
    },
  }
}
