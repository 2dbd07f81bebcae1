import { Trans } from '@lingui/react/macro'
import type { Offer } from '../../domain/api/offers/offers.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'

/** Leads from an offer that takes no trades to those on the same side of the market, in the same currency, with the amount. */
export function OtherOffersLink({ offer: { type, fiatCurrency }, amount = '' }: { offer: Offer; amount?: string }) {
  const pathname = takerRole(type) === 'buyer' ? paths.buyOffers : paths.sellOffers
  const search = new URLSearchParams({ currency: fiatCurrency, ...(amount && { amount }) })
  return (
    <Link to={{ pathname, search: String(search) }} className={buttonClass('accent')}>
      <Trans>Browse other offers</Trans>
    </Link>
  )
}
