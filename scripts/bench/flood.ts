/** A process that floods the server: each connection sends its next request when the last one ends. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** An account at an address, and what it sends in turns. */
export type Sender = {
  headers: Record<string, string>
  requests: { method: 'GET' | 'POST'; path: string; body?: string | Uint8Array; type?: string; isStream?: true }[]
}
/** The connections are shared among the senders. */
export type Flood = { url: string; connections: number; senders: Sender[] }

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

async function flood({ url, senders }: Flood, agent: Agent, line: number): Promise<void> {
  const { headers, requests } = senders[line % senders.length]!
  for (let at = line; ; at++) {
    while (!isFlooding) await sleep(10)
    await send({ url, headers }, agent, requests[at % requests.length]!).catch(() => sleep(PAUSE_MS))
    sent++
  }
}

/** Resolves at the end of the answer; for a stream at its beginning, and leaves it open. */
function send(
  { url, headers }: { url: string; headers: Sender['headers'] },
  agent: Agent,
  { method, path, body, type = 'application/json', isStream }: Sender['requests'][number],
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
