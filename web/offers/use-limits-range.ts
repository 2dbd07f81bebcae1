import { useLingui } from '@lingui/react/macro'
import type { Offer } from '../../domain/api/offers/offers.ts'
import { largestTrade } from '../../domain/offers/largest-trade.ts'
import { useFormats } from '../formats.ts'

type Ranges = {
  /** "50.00 – 2,400.00" */
  fiat: string
  /** "50.05 – 2,402.40": the upper end is cut, not rounded, because no more than that may be traded. */
  usdt: string
}

/** Between which amounts the offer can be taken now, without the unit; "from 50.00" where not even the smallest trade can be. */
export function useLimitsRange(): (offer: Offer) => Ranges {
  const { t } = useLingui()
  const { range, decimal } = useFormats()
  return (offer) => {
    const largest = largestTrade(offer)
    if (largest === null) return { fiat: from(offer.minAmount), usdt: from(offer.minUsdt) }
    return {
      fiat: range(offer.minAmount, largest.fiat, 2),
      usdt: range(offer.minUsdt, largest.usdt.slice(0, -4), 2),
    }
  }

  function from(least: string): string {
    const amount = decimal(least, 2)
    return t`from ${amount}`
  }
}
