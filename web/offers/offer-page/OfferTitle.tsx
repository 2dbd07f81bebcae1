import { useLingui } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { ogImagePaths } from '../../../domain/og-images.ts'
import { useFormats } from '../../formats.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { useMethodNames } from '../../payments/use-method-names.ts'
import { useRecordText } from '../../profiles/use-record-text.ts'
import { useOffer } from '../../one-offer.ts'
import { useLimitsRange } from '../use-limits-range.ts'

/** The head of an offer's page, which says what is offered. An offer that takes no trades is not listed. */
export function OfferTitle({ offerId }: { offerId: string }) {
  const { t } = useLingui()
  const { data } = useOffer(offerId)
  return data ? <Known offer={data} /> : <PageTitle title={t`Offer`} isListed={false} />
}

function Known({ offer }: { offer: Offer }) {
  const { t } = useLingui()
  const formats = useFormats()
  const limitsRange = useLimitsRange()
  const { id, version, fiatCurrency, type, status, owner } = offer
  const { username } = owner
  const price = formats.price(offer.price)
  const method = useMethodNames()(offer.paymentMethods)
  const title =
    type === 'sell'
      ? t`Selling USDT for ${fiatCurrency} at ${price} by ${method}`
      : t`Buying USDT for ${fiatCurrency} at ${price} by ${method}`
  const limits = `${limitsRange(offer).fiat} ${fiatCurrency}`
  const record = useRecordText(owner)
  return (
    <PageTitle
      title={title}
      description={t`Limits: ${limits}. Trader: ${username}, ${record}.`}
      // Other sites keep a picture by its address, so an edited offer needs another one.
      picture={{ path: `${ogImagePaths.offer(id)}?v=${version}`, alt: title }}
      isListed={status === 'active'}
    />
  )
}
