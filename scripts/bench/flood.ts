/** A process that floods the server as one account from one address: each connection sends its next request when the last one ends. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Flood = {
  url: string
  headers: Record<string, string>
  connections: number
  requests: { method: 'GET' | 'POST'; path: string; body?: string | Uint8Array; type?: string; isStream?: true }[]
}

/** After a refused connection, so that the process does not spin. */
const PAUSE_MS = 20

let isFlooding = false
let sent = 0

process.on('disconnect', () => process.exit())
process.on('message', (message: Flood | 'start' | 'stop') => {
  if (message === 'start') {
    isFlooding = true
    sent = 0
  } else if (message === 'stop') {
    isFlooding = false
    process.send?.(sent)
  } else {
    const agent = new Agent({ keepAlive: true, maxSockets: message.connections })
    for (let line = 0; line < message.connections; line++) void flood(message, agent, line)
  }
})

async function flood(plan: Flood, agent: Agent, line: number): Promise<void> {
  for (let at = line; ; at++) {
    while (!isFlooding) await sleep(10)
    await send(plan, agent, plan.requests[at % plan.requests.length]!).catch(() => sleep(PAUSE_MS))
    sent++
  }
}

/** Resolves at the end of the answer; for a stream at its beginning, and leaves it open. */
function send(
  { url, headers }: Flood,
  agent: Agent,
  { method, path, body, type = 'application/json', isStream }: Flood['requests'][number],
): Promise<void> {
  const { hostname, port } = new URL(url)
  return new Promise((done, fail) => {
    const sending = request(
      {
        ...(isStream ? { agent: false } : { agent }),
        hostname,
        port,
        method,
        path,
        headers: {
          ...headers,
          'sec-fetch-site': 'same-origin',
          ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID(), 'content-type': type }),
        },
      },
      (response) => {
        response.resume()
        response.on('error', () => {})
        response.once(isStream ? 'data' : 'end', () => done())
        response.once('close', () => done())
      },
    )
    sending.on('error', fail)
    sending.end(body)
  })
}
