import { useLingui } from '@lingui/react/macro'
import { CURRENCIES, FIAT_CURRENCIES, PAYMENT_METHOD_NAMES, PLANNED_METHODS } from '../../../domain/market.ts'
import { MethodList } from '../../offers/market/MethodList.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { Board } from '../../layout/Board.tsx'

/** The payment methods of each currency: available today, and planned. */
export function PaymentMethods() {
  const { t } = useLingui()
  return (
    <Board
      caption={t`Payment methods by currency`}
      columns={[t`Currency`, t`Available`, t`Planned`]}
      rows={FIAT_CURRENCIES.map((currency) => ({
        key: currency,
        cells: [
          <span key="currency" className="board text-2xl">
            {currency}
          </span>,
          <span key="today" className="flex flex-wrap gap-1.5 font-semibold">
            {CURRENCIES[currency].methods.map((method) => (
              <Badge key={method} tone="buy">
                <Translated text={PAYMENT_METHOD_NAMES[method]} />
              </Badge>
            ))}
          </span>,
          <span key="planned" className="text-muted">
            <MethodList names={PLANNED_METHODS[currency]} />
          </span>,
        ],
      }))}
    />
  )
}
