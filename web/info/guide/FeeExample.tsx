import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CURRENCIES, DEFAULT_CURRENCY } from '../../../domain/offers/currencies.ts'
import { formatFiat, formatUsdt } from '../../../domain/money.ts'
import { priceE9, quoteAmounts, settlement } from '../../../domain/trades/quote.ts'
import { useFormats } from '../../formats.ts'
import { DescriptionRow, DescriptionList } from '../../ui/DescriptionList.tsx'

const { referenceRateE6, stepMilli } = CURRENCIES[DEFAULT_CURRENCY]
/** Worth 100 to 1000 USDT: 100 EUR, 1000 MAD, 100,000 DZD. */
const fiatMilli = 10n ** BigInt((referenceRateE6 / 10n).toString().length)
/** Calculated as for a trade at the reference rate. */
const amounts = quoteAmounts('fiat', fiatMilli, priceE9(referenceRateE6, 0), stepMilli)

/** One amount, bought and sold: what each party locks, pays and receives. */
export function FeeExample() {
  const formats = useFormats()
  const fiat = formats.fiat(formatFiat(amounts.fiatMilli), DEFAULT_CURRENCY)
  return (
    <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
      <Example title={<Trans>You buy for {fiat}</Trans>} tone="text-buy" fiat={fiat} taker="buyer" />
      <Example title={<Trans>You sell for {fiat}</Trans>} tone="text-sell" fiat={fiat} taker="seller" />
      <p className="text-sm text-muted sm:col-span-2">
        <Trans>Example at the reference rate, when you open the trade.</Trans>
      </p>
    </div>
  )
}

type ExampleProps = { title: ReactNode; tone: string; fiat: string; taker: 'buyer' | 'seller' }

function Example({ title, tone, fiat, taker }: ExampleProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const { sellerLocksMicro, buyerReceivesMicro } = settlement(amounts.usdtMicro, amounts.feeMicro, taker)
  const usdt = (micro: bigint) => formats.usdt(formatUsdt(micro))
  const isBuyer = taker === 'buyer'
  return (
    <div>
      <h3 className={`text-lg ${tone}`}>{title}</h3>
      <DescriptionList className="mt-1">
        <DescriptionRow label={isBuyer ? t`The seller locks` : t`You lock`}>{usdt(sellerLocksMicro)}</DescriptionRow>
        <DescriptionRow label={isBuyer ? t`You pay the seller` : t`The buyer receives`}>
          {isBuyer ? fiat : usdt(buyerReceivesMicro)}
        </DescriptionRow>
        <DescriptionRow label={t`Fee`}>{usdt(amounts.feeMicro)}</DescriptionRow>
        <DescriptionRow label={t`You receive`} isTotal>
          {isBuyer ? usdt(buyerReceivesMicro) : fiat}
        </DescriptionRow>
      </DescriptionList>
    </div>
  )
}
