import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getTrade, markPaid } from '../domain/api/trades/trades.ts'
import { listOffers } from '../domain/api/offers/offers.ts'
import { listSessions } from '../domain/api/accounts/accounts.ts'
import { ERRORS } from '../domain/errors.ts'
import { addressOf, ApiError, call, errorText, newKey, setReauthenticationHandler, refusalOf } from './client.ts'
import { inWords } from './refusal-texts.ts'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', locales: 'en', messages: {} }))

test('an address carries its parameters and only the query that is set', () => {
  expect(addressOf(getTrade, { tradeId: 'a/b' })).toBe('/api/trades/a%2Fb')
  expect(addressOf(markPaid, { tradeId: '1' })).toBe('/api/trades/1/mark-paid')
  expect(addressOf(listOffers, {}, { type: 'sell', currency: undefined, amount: '', limit: 6 })).toBe(
    '/api/offers?type=sell&limit=6',
  )
})

test('a key is a random UUID, also over plain http, where browsers have no crypto.randomUUID', () => {
  const real = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real(bytes) })
  const keys = new Set(Array.from({ length: 100 }, newKey))
  vi.unstubAllGlobals()
  expect(keys.size).toBe(100)
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test.each([
  [0, false],
  [409, true],
  [422, true],
  [500, false],
  [503, false],
])('status %i is a definite answer: %s', (status, isDefinite) => {
  expect(new ApiError(status, { code: 'x', message: 'x' }).isDefinite).toBe(isDefinite)
})

test('a refusal is shown at its field, an internal error at the form', () => {
  const taken = new ApiError(409, inWords({ code: 'username_taken', field: 'username' }))
  expect(refusalOf(taken)).toEqual({ field: 'username', message: ERRORS.username_taken.text })
  expect(refusalOf(new Error('secret detail'))).toEqual({ field: undefined, message: errorText(undefined) })
})

test('an unknown code of a newer server is shown with the server’s message', () => {
  expect(inWords({ code: 'offer_frozen', message: 'This offer is frozen.' }).message).toBe('This offer is frozen.')
})

test.each([
  ['no answer', (signal: AbortSignal) => untilAborted(signal)],
  [
    'half an answer',
    async (signal: AbortSignal) => ({ ok: true, json: () => untilAborted(signal) }) as unknown as Response,
  ],
])('a read that gets %s ends, and frees its connection', async (_, answer) => {
  await import('./contract.ts')
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const signals: AbortSignal[] = []
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    signals.push(signal!)
    return answer(signal!)
  })
  const ended = call(listSessions, {}).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await ended).toMatchObject({ status: 0, code: 'unreachable' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
}

describe('where re-authentication changes the cookie', () => {
  const refusal = (status: number, code: 'signed_out' | 'reauthentication_required', details?: object) =>
    Response.json(
      { type: 'about:blank', code, status, title: code, message: ERRORS[code].text, requestId: 'r', details },
      { status },
    )
  const answers: Response[] = []

  beforeEach(() => vi.stubGlobal('fetch', async () => answers.shift()))
  afterEach(() => {
    vi.unstubAllGlobals()
    setReauthenticationHandler(null)
    answers.length = 0
  })

  test('a call that was sent with the previous cookie is repeated once', async () => {
    answers.push(refusal(401, 'signed_out'), Response.json({ sessions: [] }))
    expect(await call(listSessions, {})).toEqual({ sessions: [] })
  })

  test('a second signed-out answer means signed out', async () => {
    answers.push(refusal(401, 'signed_out'), refusal(401, 'signed_out'), Response.json({ sessions: [] }))
    await expect(call(listSessions, {})).rejects.toMatchObject({ code: 'signed_out' })
    expect(answers).toHaveLength(1)
  })

  test('the required factors are asked for, and the call is repeated after it or refused', async () => {
    const asked = { first: 'mailed_code', second: ['totp'] }
    const seen: unknown[] = []
    setReauthenticationHandler(async (what) => seen.push(what) === 1)
    answers.push(refusal(403, 'reauthentication_required', asked), Response.json({ sessions: [] }))
    expect(await call(listSessions, {})).toEqual({ sessions: [] })
    answers.push(refusal(403, 'reauthentication_required', asked))
    await expect(call(listSessions, {})).rejects.toMatchObject({ code: 'reauthentication_required' })
    expect(seen).toEqual([asked, asked])
  })
})

describe('on a French page', () => {
  const OUT_OF_LIMITS = {
    code: 'amount_out_of_limits',
    message: 'Amount must be between 10.00 and 1000.00 EUR',
    values: { from: '10.00', to: '1000.00', currency: 'EUR' },
    field: 'amount',
  }
  const NOT_READ = {
    code: 'invalid_input',
    message: 'Email is required',
    field: 'email',
    fields: { email: 'Email is required', password: 'Password is required' },
  }

  beforeEach(() => {
    const messages = {
      [ERRORS.amount_out_of_limits.text]: 'Le montant doit être compris entre {from} et {to} {currency}',
      [ERRORS.offer_trades_open.text]:
        '{openTrades, plural, one {# échange est ouvert} other {# échanges sont ouverts}} sur cette offre',
      [ERRORS.internal.text]: 'Une erreur inattendue s’est produite. Veuillez réessayer.',
      'Email is required': 'L’adresse e‑mail est obligatoire',
      'We could not reach the server. Check your connection and try again.': 'Serveur injoignable.',
    }
    i18n.loadAndActivate({ locale: 'fr', locales: 'fr', messages })
  })

  test('a refusal has its figures in the French format', () => {
    const refusal = new ApiError(400, inWords(OUT_OF_LIMITS))
    expect(refusal.message).toBe('Le montant doit être compris entre 10,00 et 1000,00 EUR')
    expect(refusalOf(refusal)).toEqual({ field: 'amount', message: refusal.message })
  })

  test('a number chooses its plural', () => {
    const refusal = inWords({ code: 'offer_trades_open', values: { openTrades: 2 } })
    expect(refusal.message).toBe('2 échanges sont ouverts sur cette offre')
  })

  test('an error of a field is in French, and in English where the translation is missing', () => {
    const refusal = new ApiError(400, inWords(NOT_READ))
    expect(refusalOf(refusal)).toEqual({ field: 'email', message: 'L’adresse e‑mail est obligatoire' })
    expect(refusal.message).toBe('L’adresse e‑mail est obligatoire')
    expect(refusal.fields.password).toBe('Password is required')
  })

  test('the client’s own errors are in French', () => {
    expect(new ApiError(0, { code: 'unreachable' }).message).toBe('Serveur injoignable.')
    expect(errorText(new TypeError('inner'))).toBe('Une erreur inattendue s’est produite. Veuillez réessayer.')
  })
})
