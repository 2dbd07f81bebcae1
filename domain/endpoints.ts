/** Every endpoint of the contract by its name, which is the operation id of the OpenAPI document. */
import * as sessions from './api/accounts/sessions.ts'
import * as accounts from './api/accounts/accounts.ts'
import * as factors from './api/accounts/factors.ts'
import * as identities from './api/accounts/identities.ts'
import * as apiKeys from './api/accounts/api-keys.ts'
import * as webhooks from './api/notifications/webhooks.ts'
import * as teams from './api/accounts/teams.ts'
import * as profiles from './api/profiles/profiles.ts'
import * as traders from './api/profiles/traders.ts'
import * as ratings from './api/profiles/ratings.ts'
import * as avatars from './api/profiles/avatars.ts'
import * as notifications from './api/notifications/notifications.ts'
import * as push from './api/notifications/push.ts'
import * as telegram from './api/notifications/telegram.ts'
import * as market from './api/offers/market.ts'
import * as currencies from './api/offers/currencies.ts'
import * as rates from './api/offers/rates.ts'
import * as contact from './api/staff/contact.ts'
import * as relations from './api/profiles/relations.ts'
import * as traderNotes from './api/profiles/trader-notes.ts'
import * as reports from './api/profiles/reports.ts'
import * as savedSearches from './api/offers/saved-searches.ts'
import * as paymentAccounts from './api/payments/payment-accounts.ts'
import * as savePaymentAccount from './api/payments/save-payment-account.ts'
import * as liveOffers from './api/offers/live-offers.ts'
import * as offers from './api/offers/offers.ts'
import * as myOffers from './api/offers/my-offers.ts'
import * as businessHours from './api/offers/business-hours.ts'
import * as offerTemplates from './api/offers/offer-templates.ts'
import * as tradeEstimate from './api/trades/trade-estimate.ts'
import * as trades from './api/trades/trades.ts'
import * as payerCheck from './api/trades/payer-check.ts'
import * as meetingCodes from './api/trades/meeting-codes.ts'
import * as tradeExport from './api/trades/trade-export.ts'
import * as tradeAgain from './api/trades/trade-again.ts'
import * as waitingTrades from './api/trades/waiting-trades.ts'
import * as chat from './api/chat/chat.ts'
import * as quickReplies from './api/chat/quick-replies.ts'
import * as evidence from './api/trades/evidence.ts'
import * as uploads from './api/uploads.ts'
import * as disputes from './api/disputes/disputes.ts'
import * as disputeEndings from './api/disputes/endings.ts'
import * as ownDecision from './api/disputes/own-decision.ts'
import * as receipts from './api/trades/receipts.ts'
import * as tiers from './api/accounts/tiers.ts'
import * as rehearsals from './api/trades/rehearsals.ts'
import * as transparency from './api/staff/transparency.ts'
import * as stream from './api/notifications/stream.ts'
import * as staff from './api/staff/staff.ts'
import * as administration from './api/staff/administration.ts'
import * as outages from './api/staff/outages.ts'
import * as mail from './api/mail.ts'
import * as accountData from './api/accounts/account-data.ts'
import type { Endpoint } from './api/endpoint.ts'

export type NamedEndpoint = { name: string; endpoint: Endpoint }

const FILES: readonly Record<string, unknown>[] = [
  sessions,
  accounts,
  factors,
  identities,
  apiKeys,
  webhooks,
  teams,
  profiles,
  traders,
  ratings,
  avatars,
  notifications,
  push,
  telegram,
  market,
  currencies,
  rates,
  contact,
  relations,
  traderNotes,
  reports,
  savedSearches,
  paymentAccounts,
  savePaymentAccount,
  liveOffers,
  offers,
  myOffers,
  businessHours,
  offerTemplates,
  tradeEstimate,
  trades,
  payerCheck,
  meetingCodes,
  tradeExport,
  tradeAgain,
  waitingTrades,
  chat,
  quickReplies,
  evidence,
  uploads,
  disputes,
  disputeEndings,
  ownDecision,
  receipts,
  tiers,
  rehearsals,
  transparency,
  stream,
  staff,
  administration,
  outages,
  mail,
  accountData,
]

export const ENDPOINTS: readonly NamedEndpoint[] = FILES.flatMap((file) => Object.entries(file))
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
  .map(([name, endpoint]) => ({ name, endpoint }))

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value
}
