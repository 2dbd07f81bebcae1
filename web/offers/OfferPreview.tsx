import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatPrice, formatUsdt, parseFiat, parsePrice } from '../../domain/money.ts'
import { PERCENTAGE_LIMIT_TENTHS, parsePercentage, type OfferInput } from '../../domain/offers.ts'
import { priceE9, usdtFor } from '../../domain/quote.ts'
import { Fee } from '../market/Fee.tsx'
import { useFormats } from '../formats.ts'
import { useMarket } from '../market/rates.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

/** rate in 10^-6 from a price in 10^-9 */
const E9_TO_E6 = 1000n

/** What the form comes to at the present market rate: the price, large, and what the limits are worth. */
export function OfferPreview({ offer }: { offer: OfferInput }) {
  const formats = useFormats()
  const { data } = useMarket()
  const rate = data?.rates.find(({ fiatCurrency }) => fiatCurrency === offer.fiatCurrency)?.rate
  const price = rate === undefined ? null : priceOf(rate, offer.pricePercentage)
  return (
    <aside className="panel p-5 sm:p-7 md:sticky md:top-6 md:col-start-2 md:row-span-3 md:row-start-1">
      <h2 className="text-sm font-medium text-muted">
        <Trans>Your price</Trans>
      </h2>
      <div aria-live="polite">
        <p className="board mt-2 text-[clamp(2.25rem,4vw,3rem)]">
          {rate === undefined ? (
            <Skeleton className="h-10 w-32" />
          ) : price === null ? (
            '–'
          ) : (
            formats.price(formatPrice(price))
          )}
        </p>
        <p className="mt-2 text-muted">
          <Trans>{offer.fiatCurrency} per USDT</Trans>
          {rate !== undefined && (
            <>
              {' · '}
              <Trans>market {formats.price(rate)}</Trans>
            </>
          )}
        </p>
        {price !== null && <Worths offer={offer} price={price} />}
      </div>
      <p className="mt-5 border-t border-line pt-4 text-sm text-muted">
        <Trans>
          The price follows the market rate; a trade keeps the price it was opened at. The fee of <Fee /> is paid by
          whoever opens the trade, not by you.
        </Trans>
      </p>
    </aside>
  )
}

/** The limits from both sides: what one pays, the other gets. */
function Worths({ offer, price }: { offer: OfferInput; price: bigint }) {
  const limits = [offer.minAmount, offer.maxAmount].filter((limit) => (parseFiat(limit) ?? 0n) > 0n)
  if (limits.length === 0) return null
  return (
    <ul className="num mt-5 grid gap-2 border-t border-line pt-4">
      {limits.map((limit, at) => (
        <li key={at}>
          <Worth offer={offer} fiat={limit} price={price} />
        </li>
      ))}
    </ul>
  )
}

function Worth({ offer, fiat, price }: { offer: OfferInput; fiat: string; price: bigint }): ReactNode {
  const formats = useFormats()
  const paid = formats.fiat(fiat, offer.fiatCurrency)
  const usdt = formats.usdt(formatUsdt(usdtFor(parseFiat(fiat) ?? 0n, price)))
  return offer.type === 'sell' ? (
    <Trans>
      You get <strong>{paid}</strong>, the buyer gets {usdt}
    </Trans>
  ) : (
    <Trans>
      You pay {paid} and get <strong>{usdt}</strong>
    </Trans>
  )
}

function priceOf(rate: string, percentage: string): bigint | null {
  const tenths = parsePercentage(percentage)
  if (tenths === null || Math.abs(tenths) > PERCENTAGE_LIMIT_TENTHS) return null
  return priceE9(parsePrice(rate) / E9_TO_E6, tenths)
}
