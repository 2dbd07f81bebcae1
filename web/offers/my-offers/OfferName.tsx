import { Trans } from '@lingui/react/macro'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { useFormats } from '../../formats.ts'
import { useMethodNames } from '../../payments/use-method-names.ts'

/** An offer in one line, as the list shows it. */
export function OfferName({ offer }: { offer: MyOffer }) {
  const formats = useFormats()
  const methodNames = useMethodNames()
  return (
    <>
      {offer.type === 'sell' ? <Trans>Selling USDT</Trans> : <Trans>Buying USDT</Trans>},{' '}
      <bdi>{methodNames(offer.paymentMethods)}</bdi>,{' '}
      <bdi className="num">
        {formats.range(offer.minAmount, offer.maxAmount, 2)} {offer.fiatCurrency}
      </bdi>
    </>
  )
}
