import { useLingui } from '@lingui/react/macro'
import { CURRENCIES, FIAT_CURRENCIES } from '../../../domain/market.ts'
import { Board } from '../../layout/Board.tsx'
import { MethodList } from '../../offers/market/MethodList.tsx'
import { MethodAndArrival } from '../../payments/MethodAndArrival.tsx'

/** The payment methods of each currency: available today, with when a payment arrives, and planned. */
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
          <ul key="today" className="grid gap-x-8 gap-y-3 font-semibold sm:grid-cols-2">
            {CURRENCIES[currency].methods.map((method) => (
              <li key={method}>
                <MethodAndArrival method={method} />
              </li>
            ))}
          </ul>,
          <span key="planned" className="text-muted">
            {CURRENCIES[currency].planned.length === 0 ? '–' : <MethodList names={CURRENCIES[currency].planned} />}
          </span>,
        ],
      }))}
    />
  )
}
