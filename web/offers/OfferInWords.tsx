import { Trans, useLingui } from '@lingui/react/macro'
import type { Offer } from '../../domain/api/offers/offers.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'

/** What the reader gives and gets: as taker of the offer, or as its owner. */
export function OfferInWords({ offer }: { offer: Pick<Offer, 'type' | 'fiatCurrency' | 'paymentMethod' | 'isMine'> }) {
  const { i18n } = useLingui()
  const { type, fiatCurrency, isMine } = offer
  const method = <bdi>{i18n._(PAYMENT_METHOD_NAMES[offer.paymentMethod])}</bdi>
  // The owner of an offer to sell does what the taker of an offer to buy does.
  return (type === 'sell') === isMine ? (
    <Trans>
      You sell USDT, you receive {fiatCurrency} by {method}
    </Trans>
  ) : (
    <Trans>
      You buy USDT, you pay {fiatCurrency} by {method}
    </Trans>
  )
}
