import type { Trade } from '../../../domain/api/trades/trades.ts'
import { PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import { useFormats } from '../../formats.ts'
import { Translated } from '../../ui/Translated.tsx'
import { TradedAmount } from '../TradedAmount.tsx'

/** What a party buys or sells in a trade, for how much and by which payment method. */
export function TradeAmounts({ trade, className = '' }: { trade: Trade; className?: string }) {
  const formats = useFormats()
  return (
    <div className={`num ${className}`}>
      <p className="font-semibold">
        <TradedAmount trade={trade} />
      </p>
      <p className="text-sm text-muted">
        {formats.fiat(trade.amountFiat, trade.fiatCurrency)} ·{' '}
        <bdi>
          <Translated text={PAYMENT_METHOD_NAMES[trade.paymentMethod]} />
        </bdi>
      </p>
    </div>
  )
}
