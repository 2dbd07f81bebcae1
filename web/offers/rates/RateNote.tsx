import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { shortPrice } from '../../../domain/money.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { isFixed, useRate, useRates } from './rates.ts'
import { RateDialogSlot } from './RateDialogSlot.tsx'

const HALF_DAY_MS = 12 * 60 * 60_000

type Props = {
  currency: FiatCurrency
  /** The rate of a quote, whose price stays where the rate moves on. */
  quoted?: string | undefined
  className?: string
}

/** The reference rate of a currency, and when its sources had it; a press says which they are, and draws its history. */
export function RateNote({ currency, quoted, className }: Props) {
  const formats = useFormats()
  const timeOf = useTimeOfRate()
  const found = useRate(currency)
  if (!found) return <Note className={className}>{null}</Note>
  const rate = formats.price(shortPrice(quoted ?? found.rate))
  const time = timeOf(found.asOf)
  return (
    <Note className={className} currency={currency}>
      {quoted !== undefined && quoted !== found.rate ? (
        <Trans>Reference rate {rate} when quoted</Trans>
      ) : isFixed([found]) ? (
        <Trans>Reference rate {rate}: fixed table</Trans>
      ) : found.unavailableSince === null ? (
        <Trans>
          Reference rate {rate}, {time}
        </Trans>
      ) : (
        <Trans>
          Reference rate {rate}, from {time}: not current
        </Trans>
      )}
    </Note>
  )
}

/** The same of all currencies in one line, for lists: with the time of the oldest. */
export function RatesNote({ className }: { className?: string }) {
  const timeOf = useTimeOfRate()
  const { data } = useRates()
  if (!data) return <Note className={className}>{null}</Note>
  const traded = data.rates.filter(({ isAvailable }) => isAvailable)
  const old = traded.filter(({ unavailableSince }) => unavailableSince !== null)
  const codes = old.map(({ fiatCurrency }) => fiatCurrency).join(', ')
  const [oldest] = (old.length > 0 ? old : traded).toSorted((a, b) => a.asOf.localeCompare(b.asOf))
  if (!oldest) return <Note className={className}>{null}</Note>
  const time = timeOf(oldest.asOf)
  return (
    <Note className={className} currency={oldest.fiatCurrency}>
      {isFixed(data.rates) ? (
        <Trans>Reference rates: fixed table</Trans>
      ) : old.length === 0 ? (
        <Trans>Reference rates, {time}</Trans>
      ) : (
        <Trans>
          Reference rate of {codes} from {time}: not current
        </Trans>
      )}
    </Note>
  )
}

/** The place is kept while the rates are read. */
function Note({
  currency,
  children,
  className = '',
}: {
  currency?: FiatCurrency | undefined
  children: ReactNode
  className?: string | undefined
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className={`inline-block min-h-5 ${className}`}>
      {currency !== undefined && (
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="num text-start underline decoration-edge underline-offset-4 hover:text-ink noscript:no-underline"
        >
          {children}
        </button>
      )}
      {isOpen && currency !== undefined && <RateDialogSlot currency={currency} onClose={() => setIsOpen(false)} />}
    </span>
  )
}

/** The time, and the day where it is more than half a day ago: a rule that needs no time zone. */
function useTimeOfRate(): (moment: string) => string {
  const dates = useDates()
  return (moment) => (Date.now() - Date.parse(moment) < HALF_DAY_MS ? dates.time(moment) : dates.hour(moment))
}
