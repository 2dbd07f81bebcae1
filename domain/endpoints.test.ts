import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from './endpoints.ts'
import { ERRORS } from './errors.ts'

const endpoints = ENDPOINTS.map(({ name, endpoint }) => [name, endpoint] as const)

test('there is one endpoint for each method and path', () => {
  const addresses = endpoints.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.length).toBeGreaterThan(20)
})

test.each(endpoints)(
  '%s says what it is, lives under /api and names its parameters',
  (_, { path, params, summary }) => {
    expect(summary).not.toBe('')
    expect(path).toMatch(/^\/api(\/(:[a-zA-Z]+|[a-z-]+))+$/)
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const described = params ? Object.keys((z.toJSONSchema(params) as { properties: object }).properties) : []
    expect(described).toEqual(named)
  },
)

/** They take or return secrets, which stored answers must not hold; a repeated call finds its secret used. */
const withoutKey = new Set([
  'signIn',
  'signOut',
  'actFor',
  // A repeated call changes nothing more.
  'subscribeToPush',
  'unsubscribeFromPush',
  'createTelegramCode',
  'unlinkTelegram',
  'changePassword',
  'sendSignInCode',
  'signInWithCode',
  'forgotPassword',
  'resetPassword',
  'reviewReset',
  'verifyEmail',
  'confirmEmail',
  'undoEmail',
  'reviewAddition',
  'removeAddition',
  'startTotp',
  'confirmTotp',
  'renewRecoveryCodes',
  'startPasskey',
  'addPasskey',
  'createApiKey',
  'createWebhook',
  'addPaymentAccount',
  'changePaymentAccount',
  'markNotificationsRead',
  'markNotificationsSeen',
  // A mark that is sent again changes nothing, and a typing signal is not stored.
  'markMessagesRead',
  'sendTyping',
  // A part that is sent again takes the place of the former.
  'sendPart',
  'readPaymentDetails',
  // Nothing is stored, and each receipt has a signature of its own.
  'createReceipt',
  'createReceiptPdf',
  'exportTrades',
  'deleteAccount',
  'exportAccount',
  'startSignInWithPasskey',
  'signInWithPasskey',
  'answerSecondFactorChallenge',
  'startSecondFactorPasskey',
  'answerSecondFactorWithPasskey',
  'reauthenticate',
  'startReauthenticationWithPasskey',
  'reauthenticateWithPasskey',
  'startAuthorization',
  'startIdTokenSignIn',
  'signInWithIdToken',
  'startWallet',
  'signInWithWallet',
  'register',
  'resendRegistrationCode',
  'confirmRegistration',
  'completePendingSignUp',
  'startLink',
  'startWalletLink',
  'linkWallet',
])
test.each(endpoints)(
  '%s needs an Idempotency-Key if it changes something that lasts',
  (name, { method, needsIdempotencyKey }) => {
    expect(needsIdempotencyKey ?? false).toBe(method !== 'GET' && !withoutKey.has(name))
  },
)

test.each(endpoints)('%s refuses unknown fields', (_, { params, query, body }) => {
  for (const schema of [params, query, body]) {
    if (!schema) continue
    const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
    for (const variant of json.oneOf ?? [json]) expect(variant).toMatchObject({ additionalProperties: false })
  }
})

test.each(endpoints)('%s has a bound for each list of its answer', (_, { response, events, isStreamed }) => {
  // An export is written in pieces, and holds as much as the account does.
  if (isStreamed) return
  for (const schema of [response, events]) {
    if (!schema) continue
    for (const { path, bound } of listsOf(z.toJSONSchema(schema) as Json))
      expect([path, bound]).toEqual([path, expect.any(Number)])
  }
})

type Json = {
  type?: string
  maxItems?: number
  items?: Json
  properties?: Record<string, Json>
  anyOf?: Json[]
}

function listsOf(
  { type, maxItems, items, properties = {}, anyOf = [] }: Json,
  path = '',
): { path: string; bound?: number }[] {
  return [
    ...(type === 'array' ? [{ path, bound: maxItems }] : []),
    ...(items ? listsOf(items, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, part]) => listsOf(part, `${path}.${name}`)),
    ...anyOf.flatMap((part) => listsOf(part, path)),
  ]
}

test('money is never a number on the wire', () => {
  const text = JSON.stringify(endpoints.flatMap(([, { response }]) => (response ? [z.toJSONSchema(response)] : [])))
  for (const name of ['amountFiat', 'amountUsdt', 'fee', 'price', 'minAmount', 'sellerLocks', 'holds', 'rate']) {
    expect(text).not.toMatch(new RegExp(`"${name}":\\{"type":"(number|integer)"`))
    expect(text).toMatch(new RegExp(`"${name}":\\{"type":"string"`))
  }
})

test('every refusal has a text that is a whole sentence or the specification’s own', () => {
  for (const { text } of Object.values(ERRORS)) expect(text.trim().length).toBeGreaterThan(8)
})
