/** The currencies of the market: whether each is available, its legal notice, and what admins do about them. */
import * as z from 'zod/mini'
import { currencyNoticesSchema } from '../../offers/currency-notices.ts'
import { LANGUAGES } from '../../languages.ts'
import type { Language } from '../../languages.ts'
import { FIAT_CURRENCIES } from '../../offers/currencies.ts'
import { reasonSchema } from '../../staff/staff-forms.ts'
import { described, endpointsOf, listOf, moment, named } from '../endpoint.ts'
import { fiatCurrency } from './market-values.ts'
import { done } from '../staff/staff-values.ts'

const market = endpointsOf('Market')
const staff = endpointsOf('Staff')

const currency = named(
  'Currency',
  z.object({
    fiatCurrency,
    isAvailable: described(
      z.boolean(),
      'False while it is switched off: its offers are off the market, and quotes, trades and offers in it are refused with `currency_unavailable`. Open trades go on.',
    ),
    notice: described(z.string(), 'The legal notice, as plain text; empty where there is none.'),
  }),
)
export type Currency = z.infer<typeof currency>

export const listCurrencies = market({
  method: 'GET',
  path: '/api/currencies',
  summary: 'List the currencies with their legal notices',
  scope: 'read',
  isPublic: true,
  query: z.strictObject({
    language: described(z.optional(z.enum(LANGUAGES)), 'The language of the notices; English by default.'),
  }),
  response: z.object({ currencies: listOf(currency, FIAT_CURRENCIES.length) }),
})

const staffCurrency = named(
  'StaffCurrency',
  z.object({
    fiatCurrency,
    switchedOff: described(
      z.nullable(z.object({ at: moment, by: z.string(), reason: z.string() })),
      'Null while it is available.',
    ),
    openOffers: described(z.int(), 'The offers that a switch takes from the market, or gives back to it.'),
    openTrades: described(z.int(), 'They go on to their end.'),
    notices: z.object(
      Object.fromEntries(LANGUAGES.map((language) => [language, z.string()])) as Record<
        Language,
        ReturnType<typeof z.string>
      >,
    ),
  }),
)
export type StaffCurrency = z.infer<typeof staffCurrency>

const ACTION_ERRORS = ['staff_limit', 'already_done'] as const
const params = z.strictObject({ fiatCurrency })

export const listStaffCurrencies = staff({
  method: 'GET',
  path: '/api/staff/currencies',
  summary: 'Admin: list the currencies with their switches and notices',
  staff: 'admin',
  response: z.object({ currencies: listOf(staffCurrency, FIAT_CURRENCIES.length) }),
})

export const switchCurrencyOff = staff({
  method: 'POST',
  path: '/api/staff/currencies/:fiatCurrency/switch-off',
  summary: 'Admin: switch a currency off',
  description:
    'Its offers leave the market, and quotes, trades and offers in it are refused with `currency_unavailable`. Open trades go on. The owners of its active offers are notified.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params,
  body: reasonSchema,
  response: done,
  errors: ACTION_ERRORS,
})

export const switchCurrencyOn = staff({
  method: 'POST',
  path: '/api/staff/currencies/:fiatCurrency/switch-on',
  summary: 'Admin: switch a currency on again',
  description: 'Its active offers return to the market, and their owners are notified.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params,
  body: reasonSchema,
  response: done,
  errors: ACTION_ERRORS,
})

export const editCurrencyNotice = staff({
  method: 'POST',
  path: '/api/staff/currencies/:fiatCurrency/notice',
  summary: 'Admin: change the legal notice of a currency',
  description: 'In every language; an empty notice is not shown. The versions before are kept.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params,
  body: currencyNoticesSchema,
  response: done,
  errors: ACTION_ERRORS,
})
