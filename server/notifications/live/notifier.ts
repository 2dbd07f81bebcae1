/**
 * Notifies the other processes on the same database which users have new events (LISTEN/NOTIFY), on a connection of its
 * own: a NOTIFY inside the commands' transactions would make their commits wait for each other. A notification holds user
 * ids only, so a lost one delays an event and loses none. Typing signals are sent likewise, and are lost with theirs.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { createRetryWarnings } from '../../log.ts'

const CHANNEL = 'sarraf_live'
const TYPING_CHANNEL = 'sarraf_typing'
/** User ids of this period are sent in one notification. */
const GATHER_MS = 5
const RETRY_MS = 500
const CONNECT_TIMEOUT_MS = 4000
/** Prepared: the connection is its own, and sends nothing else as often. */
const NOTIFY = { name: 'notify', text: 'select pg_notify($1, $2)' }
/** Postgres limits a notification to 8,000 bytes. */
const USERS_PER_NOTIFICATION = 200
const SIGNALS_PER_NOTIFICATION = 100

/** The counterparty of this user's trade is typing. */
export type Typing = { userId: string; tradeId: string }

type Notifier = {
  /** Does not wait; while the connection is down the ids are kept until it is back. */
  notify(userIds: readonly string[]): void
  /** Does not wait; while the connection is down the signal is dropped. */
  notifyTyping(typing: Typing): void
  isListening(): boolean
  close(): Promise<void>
}

type NotifierOptions = {
  connectionString: string
  log: Logger
  /** Another process has new events for these users. */
  onNotified: (userIds: readonly string[]) => void
  onTyping: (typing: Typing) => void
  /** The connection is open, possibly again: notifications may have been missed before. */
  onListening: () => void
}

export function openNotifier({ connectionString, log, onNotified, onTyping, onListening }: NotifierOptions): Notifier {
  const warn = createRetryWarnings(log)
  const unsent = new Set<string>()
  /** "user id:trade id" */
  const signals = new Set<string>()
  const stopping = new AbortController()
  let client: pg.Client | null = null
  let isGathering = false

  function notify(userIds: readonly string[]): void {
    for (const userId of userIds) unsent.add(userId)
    gather(GATHER_MS)
  }

  function notifyTyping({ userId, tradeId }: Typing): void {
    if (!client) return
    signals.add(`${userId}:${tradeId}`)
    gather(GATHER_MS)
  }

  function gather(ms: number): void {
    if (isGathering || !client || unsent.size + signals.size === 0) return
    isGathering = true
    setTimeout(() => void send(), ms).unref()
  }

  async function send(): Promise<void> {
    const userIds = [...unsent].slice(0, USERS_PER_NOTIFICATION)
    for (const userId of userIds) unsent.delete(userId)
    const typing = [...signals].slice(0, SIGNALS_PER_NOTIFICATION)
    for (const signal of typing) signals.delete(signal)
    let isSent = false
    try {
      if (userIds.length > 0) await client?.query({ ...NOTIFY, values: [CHANNEL, userIds.join()] })
      isSent = client !== null
      if (typing.length > 0) await client?.query({ ...NOTIFY, values: [TYPING_CHANNEL, typing.join()] })
    } catch (error) {
      warn('notify processes', error, 'other processes could not be notified')
    }
    if (!isSent) {
      signals.clear()
      for (const userId of userIds) unsent.add(userId)
    }
    isGathering = false
    gather(isSent ? GATHER_MS : RETRY_MS)
  }

  /** Connects and listens; returns when the connection has ended. */
  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'sarraf-live',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    })
    // A process ignores its own notifications. The backend's id is queried, because a pooler reports a different one to its clients.
    let ownProcessId: number | undefined
    const gone = new Promise<void>((done) => next.on('error', () => done()).on('end', () => done()))
    next.on('notification', ({ processId, channel, payload = '' }) => {
      if (processId === ownProcessId) return
      const entries = payload.split(',')
      if (channel === CHANNEL) return onNotified(entries)
      for (const entry of entries) {
        const [userId = '', tradeId = ''] = entry.split(':')
        onTyping({ userId, tradeId })
      }
    })
    try {
      await next.connect()
      ownProcessId = (await next.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
      await next.query(`listen ${CHANNEL}`)
      await next.query(`listen ${TYPING_CHANNEL}`)
      if (stopping.signal.aborted) return
      client = next
      onListening()
      gather(GATHER_MS)
      await Promise.race([gone, aborted(stopping.signal)])
    } finally {
      client = null
      void next.end().catch(() => {})
    }
  }

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listen().catch((error: unknown) =>
        warn('listen', error, 'notifications of other processes cannot be received'),
      )
      await wait(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const listening = keepListening()
  return {
    notify,
    notifyTyping,
    isListening: () => client !== null,
    async close() {
      stopping.abort()
      await listening
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))
}
