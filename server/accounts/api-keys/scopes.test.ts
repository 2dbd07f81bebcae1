/** Every call of the contract, with a key of each scope: the calls that each scope allows are listed here independently of the contract. */
import { beforeAll, expect, test } from 'vitest'
import { KEY_SCOPES } from '../../../domain/accounts/api-keys.ts'
import { call } from '../../testing/app.ts'
import { addressOf, bodyFor } from '../../testing/contract.ts'
import { ENDPOINTS } from '../../../domain/endpoints.ts'
import { signUp } from '../../testing/accounts/users.ts'
import { createApiKey, apiClientWith } from '../../testing/accounts/api-clients.ts'
import type { ApiClient } from '../../testing/accounts/api-clients.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp({ demo: true })

const ALLOWED: Readonly<Record<(typeof KEY_SCOPES)[number], readonly string[]>> = {
  read: [
    'countNotifications',
    'createReceipt',
    'createReceiptPdf',
    'exportTrades',
    'getBusinessHours',
    'getDashboard',
    'getImage',
    'getLimits',
    'getMarket',
    'getMarketCounts',
    'getMarketStatistics',
    'getMyOffer',
    'getOffer',
    'getOffersNow',
    'getRateHistory',
    'getReceiptKeys',
    'getTrade',
    'getTradeAgain',
    'getTradeEstimate',
    'getTradeRatings',
    'getTrader',
    'getTransparency',
    'listCurrencies',
    'listEvents',
    'listLandingOffers',
    'listMessages',
    'listMyOffers',
    'listNotifications',
    'listOffers',
    'listPaymentAccounts',
    'listRatings',
    'listRelations',
    'listSavedSearches',
    'listTiers',
    'listTraderNotes',
    'listTraderOffers',
    'listTrades',
    'listWaitingTrades',
    'streamEvents',
  ],
  offers: [
    'activateOffer',
    'changeOffers',
    'createOffer',
    'createSavedSearch',
    'deleteOffer',
    'deleteSavedSearch',
    'deleteTraderNote',
    'editOffer',
    'editSavedSearch',
    'pauseOffer',
    'refillOffer',
    'removeBusinessHours',
    'removeRelation',
    'saveBusinessHours',
    'saveTraderNote',
    'setRelation',
  ],
  trades: [
    'addFile',
    'cancelTrade',
    'createQuote',
    'extendPaymentWindow',
    'markPaid',
    'objectToRefund',
    'openDispute',
    'openTrade',
    'sendImage',
    'sendMessage',
  ],
  release: ['confirmReceipt'],
}

const programs: Partial<Record<string, ApiClient>> = {}
beforeAll(async () => {
  const owner = await signUp(testApp().app, 'owner')
  for (const scope of KEY_SCOPES)
    programs[scope] = apiClientWith(testApp().app, (await createApiKey(owner, [scope])).key)
})

test.each(KEY_SCOPES)('the scope %s allows exactly the listed calls', (scope) => {
  const marked = ENDPOINTS.filter(({ endpoint }) => endpoint.scope === scope).map(({ name }) => name)
  expect(marked.toSorted()).toEqual(ALLOWED[scope])
})

// A stream that is accepted does not end; server/notifications/live/live.test.ts opens one with a key.
const table = ENDPOINTS.flatMap(({ name, endpoint }) =>
  [null, ...KEY_SCOPES].map((scope) => ({ name, endpoint, scope })),
).filter(({ name, scope }) => name !== 'streamEvents' || scope !== 'read')

test.each(table)('$name with the scope $scope', async ({ name, endpoint, scope }) => {
  const [url, body] = [addressOf(endpoint, {}), bodyFor(endpoint)]
  const program = scope === null ? undefined : programs[scope]
  const reply = await (program?.(endpoint.method, url, body) ?? call(testApp().app, endpoint.method, url, { body }))
  const mayTry = endpoint.isPublic || (scope !== null && ALLOWED[scope].includes(name))
  if (mayTry) expect(['signed_out', 'key_not_allowed']).not.toContain(reply.body.code)
  else {
    const refusal = scope === null ? [401, 'signed_out'] : [403, 'key_not_allowed']
    expect([reply.status, reply.body.code]).toEqual(refusal)
  }
})

test('the OpenAPI document states the authentication of each call', async () => {
  const { body } = await call(testApp().app, 'GET', '/api/openapi.json')
  expect(body.components.securitySchemes).toMatchObject({
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    key: { type: 'http', scheme: 'bearer' },
  })
  for (const { endpoint } of ENDPOINTS) {
    const { method, path, scope, isPublic } = endpoint
    const documented = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    const methods = [...(isPublic ? [{}] : []), { session: [] }, ...(scope ? [{ key: [] }] : [])]
    const isIdempotencyKey = ({ $ref }: { $ref?: string }) => $ref === '#/components/parameters/IdempotencyKey'
    expect((documented.parameters ?? []).filter(isIdempotencyKey)).toHaveLength(endpoint.needsIdempotencyKey ? 1 : 0)
    expect([path, documented.security, documented['x-scope']]).toEqual([path, methods, scope])
  }
})
