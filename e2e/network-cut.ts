/** A TCP proxy between one browser context and the server, which a test can cut and restore. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type CuttableConnection = {
  /** The address of the product through this proxy. */
  address: string
  /** Breaks open connections and refuses new ones, until `restore`. */
  cut: () => void
  restore: () => void
  remove: () => void
}

/** Opens the proxy. The browser's own offline mode would leave open streams running. */
export async function openCuttableConnection(): Promise<CuttableConnection> {
  const running = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(Number(process.env.E2E_PORT), 'localhost')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      running.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy()).on('close', () => running.delete(one) && other.destroy())
    }
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of running) socket.destroy()
  }
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      isCut = false
    },
    remove: () => {
      cut()
      server.close()
    },
  }
}
