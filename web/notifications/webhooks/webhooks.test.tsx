/** The webhook of a key on the Security tab. */
import { afterEach, expect, test, vi } from 'vitest'
import type { ApiKey } from '../../../domain/api/accounts/api-keys.ts'
import type { Webhook, WebhookDelivery } from '../../../domain/api/notifications/webhook-values.ts'
import { WEBHOOK_TIMEOUT_SECONDS } from '../../../domain/notifications/webhooks.ts'
import { KeySection } from '../../accounts/api-keys/KeySection.tsx'
import {
  alerts,
  descriptionOf,
  expectAccessible,
  field,
  fill,
  findButton,
  openPage,
  pending,
  pressButton,
  refusal,
  text,
} from '../../testing/page.tsx'
import type { Answers } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { ID } from '../../testing/samples.ts'
import { WebhookLine } from './WebhookLine.tsx'

afterEach(() => vi.unstubAllGlobals())

const AT = '2026-11-22T09:41:00.000Z'
const WEBHOOK: Webhook = {
  url: 'https://bot.example.org/sarraf?shop=1',
  createdAt: AT,
  lastSuccessAt: null,
  failingSince: null,
  pausedAt: null,
  pauseReason: null,
}
const keyWith = (webhook: Webhook | null, changes: Partial<ApiKey> = {}): ApiKey => ({
  id: ID,
  name: 'Shop',
  shownStart: 'sarraf_AbCdEfGh',
  scopes: ['read'],
  createdAt: AT,
  lastUsedAt: null,
  expiresAt: null,
  isExpired: false,
  release: null,
  webhook,
  ...changes,
})
const DELIVERY: WebhookDelivery = {
  id: ID,
  event: 'trade_paid',
  tradeId: null,
  at: AT,
  status: 'delivered',
  attempts: 1,
  lastAttemptAt: AT,
  nextAttemptAt: null,
  responseStatus: 204,
  failure: null,
}
const HOOK = `/api/keys/${ID}/webhook`
const listed = (...deliveries: Partial<WebhookDelivery>[]) => ({
  deliveries: deliveries.map((changes, n) => ({ ...DELIVERY, id: ID.replace(/.$/, String(n)), ...changes })),
  nextCursor: null,
})

const open = (keys: ApiKey[], answers: Answers = {}) =>
  openPage(() => <KeySection renderWebhook={(apiKey) => <WebhookLine apiKey={apiKey} />} />, {
    path: '/settings',
    answers: { 'GET /api/keys': { keys }, [`GET ${HOOK}/deliveries`]: listed(), ...answers },
  })
const openDialog = async (webhook: Webhook, answers: Answers = {}) => {
  const opened = await open([keyWith(webhook)], answers)
  await pressButton('Webhook for the key Shop')
  await waitFor(() => expect(text()).toContain(webhook.url))
  return opened
}

test('a webhook is set up with a public address, and its secret is shown once', async () => {
  const keys = [keyWith(WEBHOOK)]
  const { answer } = await open([keyWith(null)], {
    [`POST ${HOOK}`]: refusal('invalid_input', { field: 'url' }),
  })
  await pressButton('Set up a webhook for the key Shop')
  await fill('Address', 'http://bot.example.org')
  await pressButton('Set up the webhook')
  await waitFor(() => expect(descriptionOf(field('Address'))).toContain('Enter a public https address without a port.'))
  await fill('Address', ' https://bot.example.org/sarraf?shop=1 ')
  answer({ [`POST ${HOOK}`]: { secret: 'whsec_c2VjcmV0', keys } })
  await pressButton('Set up the webhook')
  await waitFor(() => expect(text()).toContain('whsec_c2VjcmV0'))
  expect(findButton('Copy the secret')).toBeDefined()
  expect(findButton('Close')).toBeUndefined()
  await expectAccessible()
  await pressButton('I’ve saved it')
  await waitFor(() => expect(text()).toContain('Nothing sent yet. Send a test event to try it.'))
  expect(text()).not.toContain('whsec_')
})

test('keys that may not read, or have expired, have no webhook', async () => {
  await open([keyWith(null, { scopes: ['offers'] }), keyWith(null, { id: ID.replace(/.$/, '1'), isExpired: true })])
  await waitFor(() => expect(text()).toContain('Shop'))
  expect(text()).not.toMatch(/webhook/i)
})

test('each delivery has its status, time, answer and next attempt', async () => {
  await openDialog(WEBHOOK, {
    [`GET ${HOOK}/deliveries`]: listed(
      {},
      { event: 'test', status: 'waiting', failure: 'timed_out', responseStatus: null, nextAttemptAt: AT, attempts: 2 },
      { event: 'message_received', status: 'failed', responseStatus: 503, attempts: 8 },
      { status: 'dropped', attempts: 0, responseStatus: null, lastAttemptAt: null },
    ),
  })
  await waitFor(() => expect(text()).toContain('trade_paid'))
  for (const shown of [
    'Delivered',
    'Response 204',
    '1 attempt',
    'Waiting',
    `No answer within ${WEBHOOK_TIMEOUT_SECONDS} seconds`,
    'Next attempt at',
  ])
    expect(text()).toContain(shown)
  for (const shown of ['Failed', 'Response 503', '8 attempts', 'Not sent']) expect(text()).toContain(shown)
  await expectAccessible()
})

test('a test event and a delivery are sent by hand', async () => {
  const { calls, answer } = await openDialog(WEBHOOK, {
    [`GET ${HOOK}/deliveries`]: listed({}),
    [`POST ${HOOK}/test`]: { ...DELIVERY, event: 'test', status: 'waiting' },
  })
  await pressButton('Send a test event')
  await waitFor(() => expect(text()).toContain('Test event on its way'))
  const again = `POST ${HOOK}/deliveries/${ID}/resend`
  answer({ [again]: refusal('rate_limited') })
  await pressButton('Send trade_paid again')
  await waitFor(() => expect(alerts().join(' ')).toContain('Too many requests'))
  answer({ [again]: { ...DELIVERY, status: 'waiting' }, [`GET ${HOOK}/deliveries`]: listed({ status: 'waiting' }) })
  await pressButton('Send trade_paid again')
  await waitFor(() => expect(text()).toContain('Waiting'))
  expect(calls.filter((call) => call === again)).toHaveLength(2)
})

test('a paused webhook says why, and is resumed', async () => {
  const { answer } = await openDialog(
    { ...WEBHOOK, pausedAt: AT, pauseReason: 'gone' },
    { [`GET ${HOOK}/deliveries`]: listed({ status: 'dropped' }) },
  )
  expect(text()).toContain('your program answered “410 Gone”')
  expect([findButton('Send a test event'), findButton('Send trade_paid again')]).toEqual([undefined, undefined])
  answer({ [`POST ${HOOK}/resume`]: { keys: [keyWith(WEBHOOK)] } })
  await pressButton('Resume')
  await waitFor(() => expect(findButton('Send a test event')).toBeDefined())
  expect(text()).not.toContain('410')
})

test('the address is changed, and the webhook removed', async () => {
  const moved = { ...WEBHOOK, url: 'https://other.example.org/' }
  const { answer } = await openDialog(WEBHOOK, { [`POST ${HOOK}/url`]: { keys: [keyWith(moved)] } })
  await pressButton('Change the address')
  await waitFor(() => expect(field('Address').value).toBe(WEBHOOK.url))
  expect(document.activeElement).toBe(field('Address'))
  await fill('Address', moved.url)
  await pressButton('Change the address')
  await waitFor(() => expect(text()).toContain(moved.url))
  expect(document.activeElement?.textContent).toContain(moved.url)
  answer({ [`DELETE ${HOOK}`]: { keys: [keyWith(null)] } })
  await pressButton('Remove the webhook')
  await pressButton('Remove')
  await waitFor(() => expect(findButton('Set up a webhook for the key Shop')).toBeDefined())
})

test('while the deliveries load, and when they cannot be read', async () => {
  await openDialog(WEBHOOK, { [`GET ${HOOK}/deliveries`]: pending })
  await waitFor(() => expect(text()).toContain('Loading…'))
  const { answer } = await openDialog(WEBHOOK, { [`GET ${HOOK}/deliveries`]: refusal('internal') })
  await waitFor(() => expect(alerts().join(' ')).toContain('An unexpected error occurred.'))
  answer({ [`GET ${HOOK}/deliveries`]: listed({}) })
  await pressButton('Try again')
  await waitFor(() => expect(text()).toContain('trade_paid'))
})

test('the dialog leads to the events that the webhook is sent', async () => {
  await openDialog(WEBHOOK)
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Choose the events')
  expect(link?.getAttribute('href')).toBe('/settings?tab=notifications')
})
