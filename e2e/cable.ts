/** The cable between one window and the server, to pull out and put back. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Cable = {
  /** Where the product is reached through this cable. */
  address: string
  /** Breaks what runs and refuses what comes, until `mend`. */
  cut: () => void
  mend: () => void
  remove: () => void
}

/** A way to the server of its own. A browser's offline switch would leave open streams running. */
export async function layCable(): Promise<Cable> {
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
    mend: () => {
      isCut = false
    },
    remove: () => {
      cut()
      server.close()
    },
  }
}
