/** A person’s record, dashboard and profile, and what everybody may know of a trader. */
import * as z from 'zod/mini'
import { USERNAME_MAX } from '../accounts.ts'
import { LANGUAGES } from '../languages.ts'
import { profileSchema, usernameSchema } from '../profiles.ts'
import { TRADE_STATUSES } from '../trades.ts'
import { avatar, decimal, endpointsOf, moment } from './endpoint.ts'
import { trade } from './trades.ts'

const endpoint = endpointsOf('Profiles')

/** A person's record, counted from their trades; null where there is nothing to reckon with. */
const reputation = z.object({
  completedTrades: z.int(),
  /** Completed out of all that ended, in percent with one decimal. */
  completionRate: z.nullable(decimal),
  /** Buying: from the opening of a trade to the word that it is paid. */
  medianPaySeconds: z.nullable(z.int()),
  /** Selling: from that word to the confirmation. */
  medianReleaseSeconds: z.nullable(z.int()),
  /** Different people trades were completed with. */
  partners: z.int(),
  memberSince: moment,
})
export type Reputation = z.infer<typeof reputation>

const dashboard = z.object({
  /** USDT of all completed trades. */
  volumeUsdt: decimal,
  /** Completed out of all trades, in percent with one decimal. */
  successRate: z.nullable(decimal),
  /** How many of one's trades stand where; every status, in the machine's order. */
  statuses: z.array(z.object({ status: z.enum(TRADE_STATUSES), trades: z.int() })),
  activeOffers: z.int(),
  recentTrades: z.array(trade),
  /** Completed trades by the day (UTC) they were opened on, the longest span there is, oldest first. */
  days: z.array(z.object({ day: z.iso.date(), volumeUsdt: decimal, completedTrades: z.int() })),
  reputation,
})
export type Dashboard = z.infer<typeof dashboard>

export const profile = z.object({
  username: z.string(),
  avatar,
  email: z.string(),
  /** The e-mail was verified. */
  isVerified: z.boolean(),
  memberSince: moment,
  completedTrades: z.int(),
  bio: z.string(),
  location: z.string(),
  language: z.enum(LANGUAGES),
  /** Null: now. */
  usernameChangeableAt: z.nullable(moment),
  /** Whether moves of one's trades count as unread alerts. */
  wantsTradeUpdates: z.boolean(),
})
export type Profile = z.infer<typeof profile>

const traderPage = z.object({ username: z.string(), avatar, bio: z.string(), location: z.string(), reputation })
export type TraderPage = z.infer<typeof traderPage>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  summary: 'Get your trading statistics',
  scope: 'read',
  response: dashboard,
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  summary: 'Get your profile and settings',
  response: profile,
})

export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/profile',
  summary: 'Update bio and location',
  needsKey: true,
  body: profileSchema,
  response: profile,
})

export const changeUsername = endpoint({
  method: 'POST',
  path: '/api/profile/username',
  summary: 'Change the username (once every 365 days)',
  needsKey: true,
  body: usernameSchema,
  response: profile,
})

export const saveLanguage = endpoint({
  method: 'POST',
  path: '/api/profile/language',
  summary: 'Update the language',
  needsKey: true,
  body: z.strictObject({ language: z.enum(LANGUAGES) }),
  response: profile,
})

export const saveNotifications = endpoint({
  method: 'POST',
  path: '/api/profile/notifications',
  summary: 'Update which events count as unread alerts',
  needsKey: true,
  body: z.strictObject({ tradeUpdates: z.boolean() }),
  response: profile,
})

export const getTrader = endpoint({
  method: 'GET',
  path: '/api/traders/:username',
  summary: 'Get a trader’s public profile',
  scope: 'read',
  isPublic: true,
  params: z.strictObject({
    username: z.string().check(z.regex(/^\w+$/), z.maxLength(USERNAME_MAX)),
  }),
  response: traderPage,
})
