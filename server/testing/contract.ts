/** A valid call to each endpoint of the contract. */
import * as api from '../../domain/api/notifications/stream.ts'
import type { Endpoint } from '../../domain/api/endpoint.ts'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { reasonSchema } from '../../domain/staff/staff-forms.ts'
import { DETAILS } from './accounts/payment-accounts.ts'
import { OFFER } from './accounts/users.ts'
import { moveBody, RECEIPT } from './move-body.ts'

/** The event stream does not end by itself, so a test that waits for its answer would not either. */
export const ANSWERING = ENDPOINTS.filter(({ endpoint }) => endpoint !== api.streamEvents)

/** The endpoint's address with its parameters filled in; ids and usernames are unknown unless they are given. */
export function addressOf({ path }: Endpoint, ids: Record<string, string>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? OTHER_PARAMETERS[name] ?? crypto.randomUUID())
}

/** Parameters that are no ids. */
const OTHER_PARAMETERS: Record<string, string> = { username: 'unknown_user', fiatCurrency: 'EUR' }

/** A valid body for each endpoint; the ids are unknown unless they are given. */
export function bodyFor(
  { body, path }: Endpoint,
  ids: Record<string, string> = {},
): Record<string, unknown> | undefined {
  if (body === undefined) return undefined
  const known = BODIES[path]
  if (known) return known(ids)
  if (body === reasonSchema) return { reason: 'Their laptop was stolen.' }
  return path.includes('/trades/') ? moveBody(path.split('/').at(-1) ?? '', 'awaiting_payment') : {}
}

const PASSKEY_ANSWER = { credentialId: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }

const WALLET = { address: '0x52908400098527886E0F7030069857D2E4169EE7', chainId: 137 }

const SEARCH = {
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethods: [],
  amount: '',
  pricePercentage: '',
  price: '',
  trader: null,
}

const STATEMENT = 'The payment left my account at noon.'

const BODIES: Record<string, (ids: Record<string, string>) => Record<string, unknown>> = {
  // `neededProof` gives a proof the id of its trade.
  '/api/trades/:tradeId/mark-paid': ({ tradeId = crypto.randomUUID() }) => ({
    ...moveBody('mark-paid', 'awaiting_payment'),
    proofId: tradeId,
  }),
  '/api/trades/:tradeId/payee-check': () => ({ answer: 'match' }),
  '/api/trades/:tradeId/open-dispute': () => ({
    seenStatus: 'payment_sent',
    reason: 'seller_silent',
    statement: STATEMENT,
  }),
  '/api/trades/:tradeId/object': () => ({
    seenStatus: 'refund_held',
    statement: STATEMENT,
    proofId: crypto.randomUUID(),
  }),
  '/api/trades/:tradeId/messages/read': () => ({ seq: 1 }),
  '/api/trades/:tradeId/dispute/statement': () => ({ statement: STATEMENT }),
  '/api/trades/:tradeId/dispute/appeal': () => ({ statement: STATEMENT }),
  '/api/trades/:tradeId/dispute/accept': () => ({}),
  '/api/trades/:tradeId/dispute/confirm-receipt': () => RECEIPT,
  '/api/trades/:tradeId/dispute/concede': () => ({}),
  '/api/trades/:tradeId/ratings': () => ({ stars: 5, comment: 'Paid within minutes.' }),
  '/api/ratings/:ratingId/reply': () => ({ reply: 'Thank you.' }),
  '/api/rehearsals': () => ({ scenario: 'fake_receipt' }),
  '/api/rehearsals/:rehearsalId/moves': () => ({ move: 'check_account', seenStep: 'claim' }),
  '/api/trades/:tradeId/receipt': () => ({ fields: [] }),
  '/api/trades/:tradeId/receipt/pdf': () => ({ fields: [], language: 'en' }),
  '/api/trades/export': () => ({ from: '2026-01-01', to: '2026-01-31' }),
  '/api/staff/disputes/:tradeId/decide': () => ({ outcome: 'refund', reason: STATEMENT }),
  '/api/staff/disputes/:tradeId/messages': () => ({ text: 'Hello' }),
  '/api/register': () => ({
    username: 'new_user',
    email: 'new_user@example.org',
    password: 'eight of 8s',
    confirmPassword: 'eight of 8s',
    acceptsTerms: true,
  }),
  '/api/register/confirm': () => ({ code: '123456' }),
  '/api/sign-in/code/send': () => ({ email: 'unknown@example.org' }),
  '/api/sign-in/code': () => ({ codeId: crypto.randomUUID(), email: 'unknown@example.org', code: '123456' }),
  '/api/forgot-password': () => ({ email: 'unknown@example.org' }),
  '/api/reset-password': () => ({ token: 'x'.repeat(43), newPassword: 'nine99999' }),
  '/api/reset-password/review': () => ({ token: 'x'.repeat(43) }),
  '/api/additions/review': () => ({ token: 'x'.repeat(43) }),
  '/api/additions/remove': () => ({ token: 'x'.repeat(43) }),
  '/api/verify-email': () => ({ token: 'x'.repeat(43) }),
  '/api/email': () => ({ newEmail: 'new_address@example.org' }),
  '/api/email/confirm': () => ({ token: 'x'.repeat(43) }),
  '/api/email/undo': () => ({ token: 'x'.repeat(43) }),
  '/api/contact': () => ({ name: 'A visitor', email: 'new_user@example.org', subject: 'general', message: 'Hello' }),
  '/api/reports': () => ({ reported: { kind: 'offer', offerId: crypto.randomUUID() }, reason: 'spam', text: '' }),
  '/api/relations/:username': () => ({ kind: 'trusted' }),
  '/api/trader-notes/:username': () => ({ text: 'Pays within minutes.', tags: ['fast'] }),
  '/api/quick-replies': () => ({ title: 'Greeting', text: 'Hello!' }),
  '/api/quick-replies/:replyId': () => ({ title: 'Greeting', text: 'Hello!' }),
  '/api/offer-templates': () => ({ name: 'Small amounts', content: {} }),
  '/api/offer-templates/:templateId': () => ({ name: 'Small amounts' }),
  '/api/business-hours': () => ({
    timeZone: 'Africa/Tunis',
    ranges: [{ weekday: 1, from: '09:00', until: '17:00' }],
  }),
  '/api/saved-searches': () => SEARCH,
  '/api/saved-searches/:searchId': () => ({ ...SEARCH, isPaused: true }),
  '/api/password': () => ({ currentPassword: 'eight of 8s', newPassword: 'nine99999' }),
  '/api/profile': () => ({ bio: 'Trades by day', location: 'Sfax' }),
  '/api/profile/username': () => ({ username: 'another_name' }),
  '/api/profile/language': () => ({ language: 'fr' }),
  '/api/notifications/seen': () => ({ ids: [crypto.randomUUID()] }),
  '/api/notifications/read': () => ({ ids: [crypto.randomUUID()] }),
  '/api/notifications/settings': () => ({ group: 'trades', channel: 'email', isOn: false }),
  '/api/notifications/preferences': () => ({
    timeZone: 'Africa/Tunis',
    quietHours: null,
    escalationMinutes: 5,
    escalationChannels: ['email'],
  }),
  '/api/account/delete': () => ({ username: 'new_user' }),
  '/api/sign-in': () => ({ email: 'unknown@example.org', password: 'eight of 8s' }),
  '/api/sign-in/passkey': () => ({ ...PASSKEY_ANSWER }),
  '/api/sign-in/second-factor': () => ({ method: 'totp', code: '123456' }),
  '/api/sign-in/second-factor/passkey': () => ({ ...PASSKEY_ANSWER }),
  '/api/reauthenticate': () => ({
    first: { method: 'mailed_code', codeId: crypto.randomUUID(), code: '123456' },
    second: { method: 'totp', code: '123456' },
  }),
  '/api/reauthenticate/passkey': () => ({ ...PASSKEY_ANSWER }),
  '/api/factors/totp/confirm': () => ({ code: '123456' }),
  '/api/factors/passkeys': () => ({
    name: 'Phone',
    credentialId: 'AAAA',
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
  }),
  '/api/factors/confirm-above': () => ({ confirmAboveUsdt: '500' }),
  '/api/auth/start': () => ({ provider: 'google', next: '/dashboard', language: 'en' }),
  '/api/sign-in/id-token': () => ({ provider: 'google', idToken: 'x.y.z' }),
  '/api/sign-in/wallet/start': () => ({ ...WALLET }),
  '/api/sign-in/wallet': () => ({ message: 'Hello', signature: '0x00' }),
  '/api/register/pending': () => ({ username: 'new_user', email: 'new_user@example.org', acceptsTerms: true }),
  '/api/identities/start': () => ({ provider: 'google', language: 'en' }),
  '/api/identities/wallet/start': () => ({ ...WALLET }),
  '/api/identities/wallet': () => ({ message: 'Hello', signature: '0x00' }),
  '/api/keys': () => ({ name: 'Price watcher', scopes: ['read'], expiresInDays: 30 }),
  '/api/keys/:keyId/webhook': () => ({ url: 'https://bot.example.org/sarraf' }),
  '/api/keys/:keyId/webhook/url': () => ({ url: 'https://bot.example.org/sarraf' }),
  '/api/team/members': () => ({ username: 'unknown_user', roles: ['chat'] }),
  '/api/team/members/:membershipId/roles': () => ({ roles: ['chat'] }),
  '/api/teams/:membershipId/accept': () => ({}),
  '/api/session/acting-for': () => ({ ownerId: null }),
  '/api/staff/messages/:messageId/answered': () => ({ note: 'Answered by mail today.' }),
  '/api/staff/reports/:reportId/close': () => ({ outcome: 'no_action', reason: 'The terms are in order.' }),
  '/api/staff/cases/:tradeId/readmit': ({ arbiterId = crypto.randomUUID() }) => ({
    arbiterId,
    reason: 'No other arbiter is left.',
  }),
  '/api/staff/messages/:messageId/answer': () => ({ answer: 'Your trade is open.' }),
  '/api/staff/currencies/:fiatCurrency/notice': () => ({
    en: 'Notice',
    fr: 'Avis',
    ar: 'إشعار',
    reason: 'The law has changed.',
  }),
  '/api/staff/rates/:fiatCurrency': ({ fiatCurrency }) => ({
    rate: fiatCurrency === 'USD' ? '1' : '3.21',
    reason: 'The rate of this morning.',
  }),
  '/api/payment-accounts': () => ({ ...DETAILS.d17 }),
  '/api/payment-accounts/:accountId': () => ({ ...DETAILS.d17 }),
  // To buy, which needs no payment account.
  '/api/offers': () => ({ ...OFFER, type: 'buy' }),
  '/api/offers/:offerId': () => ({
    ...OFFER,
    type: 'buy',
    paymentAccountIds: [],
    seenVersion: 1,
    seenInventoryUsdt: '',
  }),
  '/api/offers/:offerId/refill': () => ({ kind: 'add', usdt: '500', seenAvailableUsdt: '500' }),
  '/api/my-offers/changes': ({ offerId = crypto.randomUUID() }) => ({
    offers: [{ offerId, seenVersion: 1, pricePercentage: '1.5', status: 'active' }],
  }),
  '/api/quotes': ({ offerId = crypto.randomUUID() }) => ({ offerId, anchor: 'fiat', amount: '150' }),
  '/api/trades': ({ quoteId = crypto.randomUUID() }) => ({ quoteId }),
  '/api/trades/:tradeId/payment-details': () => ({}),
  '/api/trades/:tradeId/messages': () => ({ text: 'hello', clientId: crypto.randomUUID() }),
}
