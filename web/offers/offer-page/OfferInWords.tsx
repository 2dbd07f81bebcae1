import { Trans } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { useMethodNames } from '../../payments/use-method-names.ts'

/** What the reader gives and gets: as taker of the offer, or as its owner. */
export function OfferInWords({ offer }: { offer: Pick<Offer, 'type' | 'fiatCurrency' | 'paymentMethods' | 'isMine'> }) {
  const { type, fiatCurrency, isMine } = offer
  const method = <bdi>{useMethodNames()(offer.paymentMethods)}</bdi>
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
