/** The export of an account’s data, and its deletion. */
import * as z from 'zod/mini'
import { accountDeletionSchema } from '../../accounts/account-data.ts'
import { TEAM_ACT_KINDS } from '../../accounts/teams.ts'
import { TEAM_ROLES } from '../../accounts/team-roles.ts'
import { session } from './sessions.ts'
import { notification, notificationSettings } from '../notifications/notifications.ts'
import { apiKey } from './api-keys.ts'
import { message, readMarks } from '../chat/chat.ts'
import { described, endpointsOf, id, moment, named, nothing } from '../endpoint.ts'
import { businessHours } from '../offers/business-hours.ts'
import { tradeFile } from '../trades/evidence.ts'
import { factors } from './factors.ts'
import { offerTemplate } from '../offers/offer-templates.ts'
import { myOffer } from '../offers/my-offers.ts'
import { dispute } from '../disputes/disputes.ts'
import { paymentMethod } from '../offers/market-values.ts'
import { paymentDetails } from '../payments/payment-accounts.ts'
import { profile } from '../profiles/profiles.ts'
import { tradeRatings } from '../profiles/ratings.ts'
import { quickReply } from '../chat/quick-replies.ts'
import { rehearsals } from '../trades/rehearsals.ts'
import { relation } from '../profiles/relations.ts'
import { traderNote } from '../profiles/trader-notes.ts'
import { reportReason, reportSubject } from '../profiles/reports.ts'
import { savedSearch } from '../offers/saved-searches.ts'
import { trade } from '../trades/trades.ts'
import { webhookDelivery } from '../notifications/webhook-values.ts'
import { contactSubject } from '../staff/contact.ts'
import { signInMethod } from './account-values.ts'

const endpoint = endpointsOf('Account')

/** The URL of the picture, which its owner can fetch. */
const exportedMessage = z.extend(message, { imageAddress: z.nullable(z.string()) })

/** A file that the user added; the URL is where its uploader can fetch it. */
const exportedFile = z.extend(tradeFile, { address: z.string() })

const accountExport = named(
  'AccountExport',
  z.object({
    format: z.literal('sarraf-account-export'),
    version: described(z.literal(1), 'Changes when a part changes its meaning; parts may be added within a version.'),
    exportedAt: moment,
    account: z.object({ id, termsAcceptedAt: moment, usernameChangedAt: z.nullable(moment) }),
    profile,
    factors,
    identities: z.array(z.object({ provider: z.string(), label: z.nullable(z.string()), linkedAt: moment })),
    apiKeys: z.array(apiKey),
    /** Of the webhooks of all keys. */
    webhookDeliveries: z.array(z.extend(webhookDelivery, { keyId: id })),
    paymentAccounts: z.array(
      z.object({
        id,
        method: paymentMethod,
        details: paymentDetails,
        isDefault: z.boolean(),
        createdAt: moment,
        changedAt: moment,
      }),
    ),
    sessions: z.array(
      z.object({
        method: z.string(),
        signedInAt: moment,
        lastSeenAt: moment,
        expiresAt: moment,
        ipAddress: z.nullable(z.string()),
        userAgent: z.nullable(z.string()),
      }),
    ),
    signIns: z.array(
      z.object({
        at: moment,
        method: signInMethod,
        outcome: z.enum(['signed_in', 'refused']),
        isNewDevice: z.boolean(),
        userAgent: z.string(),
      }),
    ),
    /** Known devices, with the time of their last use. */
    devices: z.array(z.object({ lastUsedAt: moment })),
    /** Browsers that get push notifications, without their keys. */
    pushSubscriptions: z.array(
      z.object({
        service: described(z.string(), 'The host of the push service. The rest of its address is a secret.'),
        subscribedAt: moment,
        lastSuccessAt: z.nullable(moment),
      }),
    ),
    /** The Telegram chat that gets alerts; null where none is linked. */
    telegram: z.nullable(
      z.object({
        chatId: described(z.nullable(z.string()), 'Telegram’s number of the chat; null once it refused our messages.'),
        name: z.nullable(z.string()),
        linkedAt: moment,
        lastSuccessAt: z.nullable(moment),
        refusedAt: z.nullable(moment),
      }),
    ),
    /** Those that staff ended are included. */
    suspensions: z.array(
      z.object({ at: moment, reason: z.string(), endedAt: z.nullable(moment), endedFor: z.nullable(z.string()) }),
    ),
    /** The user's own team, and the teams of which the user is or was a member; former memberships while they are kept. */
    teamMemberships: z.array(
      z.object({
        role: described(z.enum(['owner', 'member']), 'What the user is in this team.'),
        username: described(z.string(), 'The other of the two.'),
        roles: described(z.array(z.enum(TEAM_ROLES)), 'What the member may do for the owner.'),
        invitedAt: moment,
        acceptedAt: z.nullable(moment),
        endedAt: z.nullable(moment),
      }),
    ),
    /** What members did in the user's name, and what the user did in the name of owners. */
    teamActs: z.array(
      z.object({
        role: z.enum(['owner', 'member']),
        username: described(z.nullable(z.string()), 'The other of the two; null once that account was deleted.'),
        kind: z.enum(TEAM_ACT_KINDS),
        tradeId: z.nullable(id),
        offerId: z.nullable(id),
        at: moment,
      }),
    ),
    /** Emails of the last days, without their contents. */
    mails: z.array(z.object({ kind: z.string(), to: z.string(), at: moment, sentAt: z.nullable(moment) })),
    contactMessages: z.array(
      z.object({
        id,
        at: moment,
        name: z.string(),
        email: z.string(),
        subject: contactSubject,
        message: z.string(),
      }),
    ),
    relations: z.array(relation),
    traderNotes: z.array(traderNote),
    savedSearches: z.array(savedSearch),
    businessHours: z.nullable(businessHours),
    quickReplies: z.array(quickReply),
    offerTemplates: z.array(offerTemplate),
    rehearsals,
    /** What the user reported to staff. */
    reports: z.array(
      z.object({
        id,
        at: moment,
        subject: reportSubject,
        reason: reportReason,
        text: z.string(),
        isClosed: z.boolean(),
      }),
    ),
    notifications: z.array(notification),
    notificationSettings,
    /** Includes deleted offers while they are kept. */
    offers: z.array(z.extend(myOffer, { deletedAt: z.nullable(moment) })),
    /** As the user sees them: of the counterparty, what the trade shows. */
    trades: z.array(
      z.extend(trade, {
        messages: z.array(exportedMessage),
        read: readMarks,
        files: z.array(exportedFile),
        dispute: z.nullable(dispute),
        ratings: tradeRatings,
      }),
    ),
  }),
)
export type AccountExport = z.infer<typeof accountExport>

export const exportAccount = endpoint({
  // POST, so that no link of another site downloads it or uses up the daily limit.
  method: 'POST',
  path: '/api/account/export',
  summary: 'Export account data; requires re-authentication',
  body: nothing,
  response: accountExport,
  isStreamed: true,
  errors: ['reauthentication_required'],
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/delete',
  summary: 'Delete the account; requires re-authentication and no open trades',
  body: accountDeletionSchema,
  response: session,
  errors: ['reauthentication_required', 'trades_open', 'demo_account_protected'],
})
