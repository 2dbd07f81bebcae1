import { Trans } from '@lingui/react/macro'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { useCurrencies } from './queries.ts'

export type Props = {
  currency: FiatCurrency
  /** Whether the page says by a refusal that the currency is switched off. */
  isRefused?: boolean
  className?: string
}

/** Before an offer is created and a trade is opened: whether the currency is switched off, and its legal notice. */
export function CurrencyNotice({ currency, isRefused = false, className = '' }: Props) {
  const { data, isError } = useCurrencies()
  const found = data?.currencies.find(({ fiatCurrency }) => fiatCurrency === currency)
  if (isError) {
    return (
      <p className={`text-sm text-muted ${className}`}>
        <Link to={paths.currencies} className="underline underline-offset-4">
          <Trans>Read the legal notice for {currency}</Trans>
        </Link>
      </p>
    )
  }
  if (!found) return null
  const saysOff = !found.isAvailable && !isRefused
  if (!saysOff && found.notice === '') return null
  return (
    <section className={`grid gap-1 rounded-control border border-line px-4 py-3 text-sm ${className}`}>
      {saysOff && <Unavailable currency={currency} />}
      {found.notice !== '' && (
        <>
          <h2 className="text-base">
            <Trans>Legal notice for {currency}</Trans>
          </h2>
          <p className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">{found.notice}</p>
        </>
      )}
    </section>
  )
}

/** What a currency that is switched off means. */
export function Unavailable({ currency }: { currency: FiatCurrency }) {
  return (
    <p className="font-medium">
      <Trans>
        Trading in {currency} is switched off. You can finish open trades, and trade in the other currencies.
      </Trans>
    </p>
  )
}
