import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A port of this host on which nothing listens at the moment. */
export function freePort(host: string): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, host, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
