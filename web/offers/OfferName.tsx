import { Trans } from '@lingui/react/macro'
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import { useFormats } from '../formats.ts'
import { Translated } from '../ui/Translated.tsx'

/** An offer in one line, as the list shows it. */
export function OfferName({ offer }: { offer: MyOffer }) {
  const formats = useFormats()
  return (
    <>
      {offer.type === 'sell' ? <Trans>Selling USDT</Trans> : <Trans>Buying USDT</Trans>},{' '}
      <bdi>
        <Translated text={PAYMENT_METHOD_NAMES[offer.paymentMethod]} />
      </bdi>
      ,{' '}
      <bdi className="num">
        {formats.range(offer.minAmount, offer.maxAmount, 2)} {offer.fiatCurrency}
      </bdi>
    </>
  )
}
