/** With which values a new offer begins: the user can change all of them. */
import { useState } from 'react'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import type { PaymentAccount } from '../../../domain/api/payments/payment-accounts.ts'
import { FIAT_CURRENCIES, type FiatCurrency } from '../../../domain/offers/currencies.ts'
import { METHODS, type PaymentMethod, methodsOf } from '../../../domain/payments/methods.ts'
import { OFFER_DEFAULTS, type OfferInput } from '../../../domain/offers/offer-form.ts'
import { useSession } from '../../session/session.ts'
import { useCurrencies } from '../currencies/queries.ts'
import { localCurrency } from '../currencies/local-currency.ts'
import { readKept } from '../market/filters/kept-market.ts'
import { usePaymentAccounts } from '../../payments/payment-accounts/queries.ts'
import { useMyOffers } from '../queries.ts'
import { valuesOf } from './offer-values.ts'

type CurrencyAndMethods = Pick<OfferInput, 'fiatCurrency' | 'paymentMethods'>
export type OfferStart = CurrencyAndMethods & {
  /** The rest of the latest offer; left out by a user without one. */
  latest?: Partial<OfferInput>
}

type Known = {
  /** The user's offers, the latest first. */
  offers: readonly MyOffer[]
  accounts: readonly Pick<PaymentAccount, 'method'>[]
  /** The currency that the user filters the market by. */
  kept: FiatCurrency | undefined
  timeZone: string
  /** Currencies that are switched off. */
  off: readonly FiatCurrency[]
}

/**
 * What the latest offer has; without one the currency that the market's filters, the accounts or the time zone name. The USDT
 * of an offer, its account and that few traders see it are chosen for each.
 */
export function offerStart({ offers, accounts, kept, timeZone, off }: Known): OfferStart {
  const latest = offers.find(({ fiatCurrency }) => !off.includes(fiatCurrency))
  const candidates = [
    latest?.fiatCurrency,
    kept,
    ...accounts.map(({ method }) => METHODS[method].currency),
    localCurrency(timeZone),
    OFFER_DEFAULTS.fiatCurrency,
    ...FIAT_CURRENCIES,
  ]
  const fiatCurrency =
    candidates.find((currency) => currency !== undefined && !off.includes(currency)) ?? OFFER_DEFAULTS.fiatCurrency
  const place = { fiatCurrency, paymentMethods: methodsFor(fiatCurrency, accounts, latest?.paymentMethods) }
  return latest ? { ...place, latest: { ...valuesOf(latest), ...place, ...CHOSEN_FOR_EACH } } : place
}

const CHOSEN_FOR_EACH = {
  availableUsdt: '',
  paymentAccountIds: [] as string[],
  trustedOnly: OFFER_DEFAULTS.trustedOnly,
} as const

/**
 * Those of `preferred` that the user has an account for, or else the currency's first such one; where there is no account
 * `preferred`, or else the currency's first one.
 */
export function methodsFor(
  currency: FiatCurrency,
  accounts: Known['accounts'],
  preferred: readonly PaymentMethod[] = [],
): PaymentMethod[] {
  const methods = methodsOf(currency)
  const hasAccount = (each: PaymentMethod) => accounts.some(({ method }) => method === each)
  const kept = preferred.filter((method) => methods.includes(method))
  const paid = kept.some(hasAccount) ? kept.filter(hasAccount) : methods.filter(hasAccount).slice(0, 1)
  if (paid.length > 0) return paid
  return kept.length > 0 ? kept : [methods[0]!]
}

/** Undefined while it is not known. What cannot be read is left out: a new offer must not wait for it. */
export function useOfferStart(): OfferStart | undefined {
  const { actingFor } = useSession()
  const offers = useMyOffers()
  // Members do not read the accounts of the owner.
  const accounts = usePaymentAccounts(!actingFor)
  const currencies = useCurrencies()
  // Kept in state: the form reads the same data again, which must not unmount it.
  const [start, setStart] = useState<OfferStart>()
  const isAwaited = [offers, accounts, currencies].some(
    ({ isLoading, failureCount }) => isLoading && failureCount === 0,
  )
  if (start === undefined && !isAwaited) {
    setStart(
      offerStart({
        offers: offers.data ?? [],
        accounts: accounts.data ?? [],
        kept: keptCurrency(),
        timeZone: timeZoneHere(),
        off: (currencies.data?.currencies ?? [])
          .filter(({ isAvailable }) => !isAvailable)
          .map(({ fiatCurrency }) => fiatCurrency),
      }),
    )
  }
  return start
}

/** The currency that the user filters the market by. */
function keptCurrency(): FiatCurrency | undefined {
  const name = new URLSearchParams(readKept()?.search).get('currency')
  return FIAT_CURRENCIES.find((currency) => currency === name)
}

function timeZoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
