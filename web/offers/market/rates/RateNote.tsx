import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { FiatCurrency } from '../../../../domain/market.ts'
import { shortPrice } from '../../../../domain/money.ts'
import { useDates } from '../../../dates.ts'
import { useFormats } from '../../../formats.ts'
import { isFixed, useRate, useRates } from './rates.ts'
import { RateDialogSlot } from './RateDialogSlot.tsx'

const HALF_DAY_MS = 12 * 60 * 60_000
const NEVER = new Date(0).toISOString()

/** The reference rate of a currency, and when its sources had it; a press says which they are, and draws its history. */
export function RateNote({ currency, className }: { currency: FiatCurrency; className?: string }) {
  const formats = useFormats()
  const timeOf = useTimeOfRate()
  const found = useRate(currency)
  if (!found) return <Note className={className}>{null}</Note>
  const rate = formats.price(shortPrice(found.rate))
  const time = timeOf(found.asOf)
  return (
    <Note className={className} currency={currency}>
      {isFixed([found]) ? (
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

/** The same of all currencies in one line, for lists. */
export function RatesNote({ className }: { className?: string }) {
  const timeOf = useTimeOfRate()
  const { data } = useRates()
  if (!data) return <Note className={className}>{null}</Note>
  const old = data.rates.filter(({ unavailableSince, isAvailable }) => unavailableSince !== null && isAvailable)
  const codes = old.map(({ fiatCurrency }) => fiatCurrency).join(', ')
  const oldest = old.map(({ asOf }) => asOf).toSorted()[0]
  const latest = data.rates
    .map(({ asOf }) => asOf)
    .toSorted()
    .at(-1)
  const time = timeOf(oldest ?? latest ?? NEVER)
  return (
    <Note className={className} currency={old[0]?.fiatCurrency ?? data.rates[0]?.fiatCurrency}>
      {isFixed(data.rates) ? (
        <Trans>Reference rates: fixed table</Trans>
      ) : oldest === undefined ? (
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
