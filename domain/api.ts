/**
 * The wire contract: every call that the server accepts, with its input and output, by noun. The server's
 * routes, the OpenAPI document and the browser's client are all made from these endpoints.
 */
export * from './api/endpoint.ts'
export * from './api/sessions.ts'
export * from './api/accounts.ts'
export * from './api/factors.ts'
export * from './api/identities.ts'
export * from './api/api-keys.ts'
export * from './api/profiles.ts'
export * from './api/traders.ts'
export * from './api/avatars.ts'
export * from './api/alerts.ts'
export * from './api/market.ts'
export * from './api/contact.ts'
export * from './api/offers.ts'
export * from './api/trades.ts'
export * from './api/chat.ts'
export * from './api/evidence.ts'
export * from './api/stream.ts'
export * from './api/staff.ts'
export * from './api/mail.ts'
export * from './api/account-data.ts'
