import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useHref, useNavigate } from 'react-router'
import { FIAT_CURRENCIES, type FiatCurrency } from '../../../domain/offers/currencies.ts'
import { AMOUNT_TEXTS, formatPrice, formatUsdt, parseFiat, parsePrice } from '../../../domain/money.ts'
import { FEE_PERCENT, quickTradePriceE9, usdtFor } from '../../../domain/trades/quote.ts'
import { paths } from '../../paths.ts'
import { AmountField } from '../../ui/fields/AmountField.tsx'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { PlainSelect } from '../../ui/fields/PlainSelect.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useFormats } from '../../formats.ts'
import { useRates } from './rates.ts'

type Side = 'buy' | 'sell'

/** What is typed in the calculator, for the offers below it. */
export const quickTradeKey = ['quick-trade'] as const
export type QuickTradeInput = { side: Side; amount: string; currency: FiatCurrency }
export const QUICK_TRADE_START: QuickTradeInput = { side: 'buy', amount: '100', currency: FIAT_CURRENCIES[0]! }

/** A first estimate, and the way to the offers that fit it, also without scripts (spec-coverage 2 Landing). */
export function QuickTrade() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const client = useQueryClient()
  const offers = useHref(paths.offers)
  const [side, setSide] = useState(QUICK_TRADE_START.side)
  const [amount, setAmount] = useState(QUICK_TRADE_START.amount)
  const [currency, setCurrency] = useState(QUICK_TRADE_START.currency)

  useEffect(() => {
    client.setQueryData<QuickTradeInput>(quickTradeKey, { side, amount, currency })
  }, [client, side, amount, currency])

  function browse() {
    const search = new URLSearchParams({ currency })
    if (parseFiat(amount) !== null) search.set('amount', amount)
    void navigate(`${side === 'buy' ? paths.buyOffers : paths.sellOffers}?${search}`)
  }

  return (
    <form
      action={offers}
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap md:grid lg:flex"
      onSubmit={(event) => {
        event.preventDefault()
        browse()
      }}
    >
      <SegmentedControl
        name="type"
        label={t`Buy or sell`}
        labelHidden
        className="col-span-2 sm:w-40 md:w-auto lg:w-40"
        options={[
          { value: 'buy', label: t`Buy` },
          { value: 'sell', label: t`Sell` },
        ]}
        value={side}
        onValueChange={setSide}
      />
      <AmountField
        name="amount"
        label={t`Amount`}
        value={amount}
        onValueChange={setAmount}
        unit={currency}
        className="sm:w-32 md:w-auto lg:w-32"
      />
      <PlainSelect
        name="currency"
        label={t`Currency`}
        options={FIAT_CURRENCIES.map((value) => ({ value, label: value }))}
        value={currency}
        onValueChange={setCurrency}
        className="sm:w-26 md:w-auto lg:w-26"
      />
      <Button type="submit" variant="accent" className="col-span-2">
        <span className="[form:has([value=sell]:checked)_&]:hidden">
          <Trans>Browse sellers</Trans>
        </span>
        <span className="hidden [form:has([value=sell]:checked)_&]:inline">
          <Trans>Browse buyers</Trans>
        </span>
      </Button>
      <p className="num col-span-2 min-h-12 w-full sm:min-h-6 text-muted noscript:hidden" aria-live="polite">
        <Calculation amount={amount} currency={currency} side={side} />
      </p>
    </form>
  )
}

/** What the amount comes to at the reference rate and a usual margin, where the currency is not switched off. */
function Calculation({ amount, currency, side }: { amount: string; currency: FiatCurrency; side: Side }) {
  const formats = useFormats()
  const { data } = useRates()
  const market = data?.rates.find(({ fiatCurrency }) => fiatCurrency === currency)
  const milli = parseFiat(amount)
  if (market?.isAvailable === false) return <Trans>Offers in {currency} are not available at the moment</Trans>
  if (amount !== '' && milli === null) return <Translated text={AMOUNT_TEXTS.fiat} />
  if (!market || milli === null) return null
  const priceE9 = quickTradePriceE9(parsePrice(market.rate), side)
  const usdt = formats.usdt(formatUsdt(usdtFor(milli, priceE9)))
  const price = formats.price(formatPrice(priceE9))
  const fee = formats.share(FEE_PERCENT)
  return (
    <Trans>
      About <strong className="text-ink">{usdt}</strong> at {price} {currency}, before the fee of {fee}. Each offer sets
      its own price.
    </Trans>
  )
}
