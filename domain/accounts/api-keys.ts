/** API keys, with which a user's own programs call the API (decisions: Accounts). */
import * as z from 'zod/mini'
import { parseUsdt } from '../money.ts'
import { nameText, readsNumber } from '../reading/fields.ts'

/** The scopes of a key: read, manage offers, trade, release USDT. None of them includes another. */
export const KEY_SCOPES = ['read', 'offers', 'trades', 'release'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The prefix of every key, by which secret scanners recognise a leaked one. */
export const KEY_START = 'sarraf_'
export const KEY_BYTES = 32
/** How many characters after the prefix are kept, so that users can tell keys apart: 48 of the 256 bits. */
export const KEY_SHOWN = 8

export const KEYS_MAX = 20
export const KEY_NAME_MAX = 60
export const KEY_DAYS = [30, 90, 365] as const

/** What the owner of a key with the scope `release` chooses from: what it may release in 24 hours, in USDT and in trades. */
export const KEY_RELEASE = {
  usdtADay: { min: '1', max: '100000', preset: '1000' },
  tradesADay: { min: 1, max: 200, preset: 10, offered: [1, 5, 10, 25, 50, 100, 200] },
} as const
/** Of any 24 hours a key's releases count together: a new day gives no second limit at midnight. */
export const KEY_RELEASE_HOURS = 24

const SCOPES_NONE = /*i18n*/ 'Select at least one permission.'
const SCOPES_TWICE = /*i18n*/ 'List each permission only once.'

const RELEASE_USDT = /*i18n*/ 'Enter an amount from 1 to 100000 USDT.'
const RELEASE_TRADES = /*i18n*/ 'Enter a number of trades from 1 to 200.'
const RELEASE_UNASKED = /*i18n*/ 'Only a key with the permission to release USDT has this limit.'

const newKey = z.strictObject({
  name: nameText().check(
    z.minLength(1, /*i18n*/ 'Enter a name for the key.'),
    z.maxLength(KEY_NAME_MAX, /*i18n*/ 'Name must be at most 60 characters long.'),
  ),
  scopes: z.array(z.enum(KEY_SCOPES)).check(
    z.minLength(1, SCOPES_NONE),
    z.refine((scopes) => new Set(scopes).size === scopes.length, SCOPES_TWICE),
  ),
  /** Null: the key does not expire. */
  expiresInDays: z.nullable(z.literal(KEY_DAYS)),
  /** What it may release in 24 hours; with the scope `release` both are given, without it neither. */
  releaseUsdtADay: z.optional(
    readsNumber('assetAmount').check(
      z.refine((usdt) => {
        const micro = parseUsdt(usdt)
        const { min, max } = KEY_RELEASE.usdtADay
        return micro !== null && micro >= parseUsdt(min)! && micro <= parseUsdt(max)!
      }, RELEASE_USDT),
    ),
  ),
  releaseTradesADay: z.optional(
    z
      .int(RELEASE_TRADES)
      .check(
        z.minimum(KEY_RELEASE.tradesADay.min, RELEASE_TRADES),
        z.maximum(KEY_RELEASE.tradesADay.max, RELEASE_TRADES),
      ),
  ),
})

export const newKeySchema = newKey.check((ctx) => {
  const { scopes, releaseUsdtADay, releaseTradesADay } = ctx.value
  const releases = scopes.includes('release')
  for (const [field, value, missing] of [
    ['releaseUsdtADay', releaseUsdtADay, RELEASE_USDT],
    ['releaseTradesADay', releaseTradesADay, RELEASE_TRADES],
  ] as const) {
    if (releases === (value !== undefined)) continue
    ctx.issues.push({ code: 'custom', input: value, path: [field], message: releases ? missing : RELEASE_UNASKED })
  }
})
export type NewKey = z.infer<typeof newKeySchema>
