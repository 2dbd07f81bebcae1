import { Trans } from '@lingui/react/macro'
import { formatPrice } from '../../../domain/money.ts'
import type { OfferInput } from '../../../domain/offers/offer-form.ts'
import { useFormats } from '../../formats.ts'
import { limitsOf, useFormPrice, Worth } from './OfferPreview.tsx'

/** The preview in two lines at the end of a small screen, where it stays while the form scrolls; a very low screen has no room for it. */
export function PriceLine({ offer }: { offer: OfferInput }) {
  const formats = useFormats()
  const { rate, price } = useFormPrice(offer)
  const [limit] = limitsOf(offer)
  return (
    <div
      aria-live="polite"
      className="num -mx-5 -mb-5 grid min-h-14 content-center rounded-b-panel border-t border-line bg-surface px-5 py-2 text-sm leading-tight barred:sticky barred:bottom-0 barred:z-10 sm:-mx-7 sm:-mb-7 sm:px-7"
    >
      <p className="truncate">
        <strong className="text-base">{price === null ? '–' : formats.price(formatPrice(price))}</strong>{' '}
        <Trans>{offer.fiatCurrency} per USDT</Trans>
      </p>
      <p className="truncate text-xs text-muted">
        {price !== null && limit !== undefined ? (
          <Worth offer={offer} fiat={limit} price={price} isShort />
        ) : (
          rate !== undefined && <Trans>reference rate {formats.price(rate)}</Trans>
        )}
      </p>
    </div>
  )
}
