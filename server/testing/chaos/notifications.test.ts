/**
 * The server gets SIGKILL five times while users are notified. Each notification must reach the mail server and the user's webhook,
 * whose receiver fails at random, at least once, and the event stream and the list exactly once.
 *
 * CHAOS_NOTIFICATIONS sets their number, for example 10000.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction, openPool } from '../../db/pool.ts'
import { SYSTEM } from '../../db/scope.ts'
import { migrate } from '../../db/migrate.ts'
import { startLocalPostgres } from '../../db/local-postgres/start.ts'
import { notify } from '../../notifications/notify.ts'
import { registrationCode } from '../accounts/account-state.ts'
import { listen } from '../event-stream.ts'
import type { Listener } from '../event-stream.ts'
import { openOwnerPool } from '../owner-pool.ts'
import { startMailServer } from '../servers/mail-server.ts'
import { startServerProcess } from '../servers/server-process.ts'
import { asOutsider } from '../time-travel.ts'
import { assertSigned, startWebhookReceiver } from '../servers/webhook-receiver.ts'
import { newWire } from './retry-until-acknowledged.ts'
import { newTrader } from './traders.ts'
import type { Trader } from './traders.ts'

const NOTIFICATIONS = Number(process.env.CHAOS_NOTIFICATIONS ?? 100)
const KILLS = 5
const USERS = ['amina', 'karim', 'leila', 'nabil', 'salma']
const WRITERS = 4
/** Of the requests to the receiver, the part that is answered with an error or cut off. */
const FAILING = 0.3
const TO_RECEIVER = fileURLToPath(new URL('../servers/to-receiver.ts', import.meta.url))
const DELIVERED_WITHIN_MS = 30_000 + NOTIFICATIONS * 300

test.skipIf(process.platform === 'win32')(
  `${NOTIFICATIONS} notifications through ${KILLS} kills: each is mailed and sent to the webhook at least once, and shown once`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-chaos-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const { connectionString, appUrl, ownerUrl, stop } = await startLocalPostgres({ dataDir })
    onTestFinished(stop)
    await migrate(ownerUrl)
    const owner = openOwnerPool(connectionString, 2)
    onTestFinished(() => owner.end())

    // Registration codes are read from the outbox, so mail is sent only after the users have registered.
    let server = await startServerProcess(appUrl)
    onTestFinished(() => server.kill())
    const users = await register(server.url, connectionString)
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.close())
    receiver.answer = (_, response) => {
      if (Math.random() >= FAILING) return undefined
      if (Math.random() < 0.5) response.destroy()
      return 500
    }
    const secrets = await Promise.all(users.map((user) => setWebhook(server.url, user, receiver.urlOf(`/${user.id}`))))
    await asOutsider(owner, [
      "update limits set value = 1000000 where name = 'notifications_per_hour'",
      'delete from mails',
    ])
    const mailServer = await startMailServer()
    onTestFinished(() => mailServer.close())
    const restart = async () => {
      await server.kill()
      server = await startServerProcess(appUrl, {
        SMTP_URL: mailServer.url,
        NODE_OPTIONS: `--import=${TO_RECEIVER}`,
        RECEIVER_PORT: String(receiver.port),
        RECEIVER_CERTIFICATE: receiver.certificate,
      })
    }
    await restart()

    const screens = await Promise.all(users.map(({ cookie }) => openScreen(() => server.url, cookie)))
    const pool = await openPool(appUrl, WRITERS, SYSTEM)
    onTestFinished(() => pool.close())
    let written = 0
    const writers = Array.from({ length: WRITERS }, async () => {
      while (written < NOTIFICATIONS) {
        const user = users[written++ % users.length]!
        await inTransaction(pool.db, (tx) => notify(tx, { userId: user.id, event: 'outage_started' }))
        await sleep(2)
      }
    })
    for (let kill = 1; kill <= KILLS; kill++) {
      for (const until = Date.now() + 30_000; written < (kill * NOTIFICATIONS) / (KILLS + 1) && Date.now() < until;)
        await sleep(5)
      await restart()
    }
    await Promise.all(writers)
    await allDelivered(owner)

    const { rows } = await owner.query<{ id: string }>('select id from notifications')
    const ids = rows.map(({ id }) => id).toSorted()
    expect(ids).toHaveLength(NOTIFICATIONS)
    const shown = (await Promise.all(screens.map((screen) => screen.close()))).flat()
    expect(shown.toSorted()).toEqual(ids)
    const listed = (await Promise.all(users.map(({ cookie }) => readList(server.url, cookie)))).flat()
    expect(listed.toSorted()).toEqual(ids)
    const received = new Set(mailServer.taken.map(({ messageId }) => messageId))
    expect(received.size).toBe(NOTIFICATIONS)
    for (const [n, { id: userId }] of users.entries()) {
      const own = await owner.query<{ id: string }>('select id from notifications where user_id = $1', [userId])
      const sent = receiver.received.filter(({ path }) => path === `/${userId}`)
      for (const request of sent) assertSigned(request, secrets[n]!)
      // A repetition is recognised by its id.
      const recognised = new Set(sent.map(({ event }) => event.id))
      expect([...recognised].toSorted()).toEqual(own.rows.map(({ id }) => id).toSorted())
    }
    console.log(
      `${NOTIFICATIONS} notifications, ${mailServer.taken.length - received.size} mails repeated,`,
      `${receiver.requests.length} requests to webhooks, ${receiver.received.length - NOTIFICATIONS} accepted again`,
    )
  },
  DELIVERED_WITHIN_MS + 240_000,
)

async function register(url: string, connectionString: string): Promise<Trader[]> {
  const wire = newWire(url)
  const users: Trader[] = []
  for (const name of USERS)
    users.push(await newTrader(wire, (email) => registrationCode(connectionString, email), name, 'sell'))
  return users
}

/** A key with a webhook; returns its secret. */
async function setWebhook(url: string, { cookie }: Trader, address: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { cookie, origin: url, 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  const { keys } = (await post('/api/keys', { name: 'Bot', scopes: ['read'], expiresInDays: null })) as {
    keys: [{ id: string }]
  }
  const { secret } = (await post(`/api/keys/${keys[0].id}/webhook`, { url: address })) as { secret: string }
  return secret
}

/**
 * Follows a user's stream as the page does: it continues after the last number, and drops a number that it has. It has its place
 * before it is returned, since a stream has nothing from before its first hello.
 */
async function openScreen(url: () => string, cookie: string) {
  const shown: string[] = []
  const first = await listen(url(), cookie)
  await first.until(1)
  let { position } = first.heard[0]!.data as { position: number }
  let isClosed = false
  let current = first

  function take(stream: Listener): void {
    const hello = stream.heard[0]?.data as { reset: boolean } | undefined
    if (hello?.reset) throw new Error('the stream lost its place')
    for (const { seq, data } of stream.events()) {
      if (seq <= position) continue
      if (seq !== position + 1) throw new Error('the stream has a gap')
      position = seq
      if (data.notification) shown.push(data.notification.id)
    }
  }

  async function follow(): Promise<void> {
    for (;;) {
      await current.ended
      take(current)
      if (isClosed) return
      current = await connect()
    }
  }

  async function connect(): Promise<Listener> {
    for (;;) {
      try {
        return await listen(url(), cookie, { after: position })
      } catch {
        await sleep(50)
      }
    }
  }

  const following = follow()
  return {
    /** What was shown, once every event has arrived. */
    async close(): Promise<string[]> {
      // Without a notification of the other process, a stream looks every five seconds.
      await sleep(6000)
      isClosed = true
      current.hangUp()
      await following
      return shown
    },
  }
}

async function readList(url: string, cookie: string): Promise<string[]> {
  const ids: string[] = []
  for (let before: string | null = ''; before !== null;) {
    const query: string = before === '' ? '' : `?before=${before}`
    const response = await fetch(`${url}/api/notifications${query}`, { headers: { cookie } })
    const page = (await response.json()) as { notifications: { id: string }[]; nextCursor: string | null }
    ids.push(...page.notifications.map(({ id }) => id))
    before = page.nextCursor
  }
  return ids
}

/** Moves the clock past the pause after an attempt that a kill cut off, until nothing is left to deliver. */
async function allDelivered(owner: pg.Pool): Promise<void> {
  for (const until = Date.now() + DELIVERED_WITHIN_MS; Date.now() < until; await sleep(500)) {
    const { rows } = await owner.query<{ left: number }>(`
      select (select count(*) from notification_deliveries where outcome is null)::int
        + (select count(*) from webhook_deliveries where outcome is null)::int
        + (select count(*) from mails where sent_at is null)::int as left`)
    if (rows[0]!.left === 0) return
    await asOutsider(owner, [
      `update notification_deliveries set due_at = clock_timestamp()
       where outcome is null and attempts > 0 and due_at < clock_timestamp() + interval '55 seconds'`,
      `update webhook_deliveries set due_at = clock_timestamp()
       where outcome is null and last_attempt_at < clock_timestamp() - interval '2 seconds' and due_at > clock_timestamp()`,
      `update mails set next_attempt_at = clock_timestamp()
       where sent_at is null and attempts > 0 and next_attempt_at < clock_timestamp() + interval '55 seconds'`,
    ])
  }
  throw new Error('the worker did not deliver everything')
}
