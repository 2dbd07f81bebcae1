/** A user’s dashboard and profile. */
import * as z from 'zod/mini'
import { LISTED } from '../../limits.ts'
import { TRADE_STATUSES } from '../../trades/trades.ts'
import { ACTIVITY_DAYS, profileSchema, usernameSchema, USERNAME_CHANGE_DAYS } from '../../profiles/profiles.ts'
import { language } from '../accounts/account-values.ts'
import { avatar, decimal, described, endpointsOf, listOf, moment, named } from '../endpoint.ts'
import { rating } from './rating-values.ts'
import { reputation } from './traders.ts'
import { trade } from '../trades/trades.ts'
import { tradeStatus } from '../trades/trade-values.ts'

const endpoint = endpointsOf('Profiles')

const dashboard = named(
  'Dashboard',
  z.object({
    volumeUsdt: described(decimal, 'The USDT of all completed trades.'),
    successRate: described(z.nullable(decimal), 'Completed trades out of all, in percent with one decimal.'),
    statuses: described(
      listOf(z.object({ status: tradeStatus, trades: z.int() }), TRADE_STATUSES.length),
      'How many of your trades have each status; every status is there.',
    ),
    activeOffers: z.int(),
    escrow: described(
      z.object({
        locked: described(decimal, 'Your own USDT, as seller.'),
        incoming: described(decimal, 'The USDT that you get as buyer when these trades complete.'),
      }),
      'What the escrow holds now in your open trades, by the ledger.',
    ),
    recentTrades: listOf(trade, LISTED.recent_trades),
    days: described(
      listOf(
        z.object({ day: z.iso.date(), volumeUsdt: decimal, completedTrades: z.int() }),
        Math.max(...ACTIVITY_DAYS),
      ),
      'Completed trades by the day (UTC) on which they were opened, oldest first.',
    ),
    reputation,
  }),
)
export type Dashboard = z.infer<typeof dashboard>

export const profile = named(
  'Profile',
  z.object({
    username: z.string(),
    avatar,
    email: z.string(),
    isVerified: described(z.boolean(), 'The email address was verified.'),
    memberSince: moment,
    completedTrades: z.int(),
    rating: z.nullable(rating),
    bio: z.string(),
    location: z.string(),
    language,
    usernameChangeableAt: described(z.nullable(moment), 'Null if the username can be changed now.'),
  }),
)
export type Profile = z.infer<typeof profile>

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
  needsIdempotencyKey: true,
  body: profileSchema,
  response: profile,
})

export const changeUsername = endpoint({
  method: 'POST',
  path: '/api/profile/username',
  summary: `Change the username (once every ${USERNAME_CHANGE_DAYS} days)`,
  needsIdempotencyKey: true,
  body: usernameSchema,
  response: profile,
  errors: ['username_taken', 'username_too_soon'],
})

export const saveLanguage = endpoint({
  method: 'POST',
  path: '/api/profile/language',
  summary: 'Update the language',
  team: 'self',
  needsIdempotencyKey: true,
  body: z.strictObject({ language }),
  response: profile,
})
