import { Trans } from '@lingui/react/macro'
import type { Offer } from '../../domain/api.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'

/** Leads from an offer that takes no trades to those on the same side of the market, in the same currency. */
export function OtherOffersLink({ offer: { type, fiatCurrency } }: { offer: Offer }) {
  const pathname = takerRole(type) === 'buyer' ? paths.buyOffers : paths.sellOffers
  return (
    <Link to={{ pathname, search: `currency=${fiatCurrency}` }} className={buttonClass('accent')}>
      <Trans>Browse other offers</Trans>
    </Link>
  )
}
