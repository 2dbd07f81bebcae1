/**
 * Tells the other processes over the same database whom they should wake, on a connection of its own: a NOTIFY
 * inside the commands' transactions would make their commits wait for each other. Nothing is carried but names,
 * so a lost notice costs time and never an event.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

const CHANNEL = 'sarraf_live'
/** What happens within this time goes out in one notice. */
const GATHER_MS = 5
const RETRY_MS = 500
const CONNECT_TIMEOUT_MS = 4000
/** A notice holds less than 8,000 bytes. */
const PEOPLE_A_NOTICE = 200

type Notices = {
  /** Returns at once; while the connection is down the names are kept until it is back. */
  tell(userIds: readonly string[]): void
  isHearing(): boolean
  close(): Promise<void>
}

type Hearer = {
  connectionString: string
  log: Logger
  /** Another process has something new for these people. */
  onTold: (userIds: readonly string[]) => void
  /** The connection stands (again): anything may have been missed before. */
  onHearing: () => void
}

export function openNotices({ connectionString, log, onTold, onHearing }: Hearer): Notices {
  const untold = new Set<string>()
  const stopping = new AbortController()
  let client: pg.Client | null = null
  let isGathering = false

  function tell(userIds: readonly string[]): void {
    for (const userId of userIds) untold.add(userId)
    gather(GATHER_MS)
  }

  function gather(ms: number): void {
    if (isGathering || !client || untold.size === 0) return
    isGathering = true
    setTimeout(() => void send(), ms).unref()
  }

  async function send(): Promise<void> {
    const people = [...untold].slice(0, PEOPLE_A_NOTICE)
    for (const userId of people) untold.delete(userId)
    let isSent = false
    try {
      await client?.query('select pg_notify($1, $2)', [CHANNEL, people.join()])
      isSent = client !== null
    } catch (error) {
      log.warn({ err: error }, 'other processes could not be told')
    }
    if (!isSent) for (const userId of people) untold.add(userId)
    isGathering = false
    gather(isSent ? GATHER_MS : RETRY_MS)
  }

  /** Connects and listens; returns when the connection is gone. */
  async function hear(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'sarraf-live',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    })
    const gone = new Promise<void>((done) => next.on('error', () => done()).on('end', () => done()))
    next.on('notification', ({ processId, payload = '' }) => {
      if (processId !== ownProcessId(next)) onTold(payload.split(','))
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      if (stopping.signal.aborted) return
      client = next
      onHearing()
      gather(GATHER_MS)
      await Promise.race([gone, aborted(stopping.signal)])
    } finally {
      client = null
      void next.end().catch(() => {})
    }
  }

  async function keepHearing(): Promise<void> {
    while (!stopping.signal.aborted) {
      await hear().catch((error: unknown) => log.warn({ err: error }, 'other processes cannot be heard'))
      await wait(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const hearing = keepHearing()
  return {
    tell,
    isHearing: () => client !== null,
    async close() {
      stopping.abort()
      await hearing
    },
  }
}

/** The server process behind a connection: a notice of one's own comes back under its number. */
function ownProcessId(client: pg.Client): number | null {
  return (client as unknown as { processID: number | null }).processID
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))
}
