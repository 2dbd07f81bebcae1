import { useLingui } from '@lingui/react/macro'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import { methodsOf } from '../../../domain/payments/methods.ts'
import { Board } from '../../layout/Board.tsx'
import { MethodAndArrival } from '../../payments/MethodAndArrival.tsx'

/** The payment methods of each currency, with when a payment arrives. */
export function PaymentMethods() {
  const { t } = useLingui()
  return (
    <Board
      caption={t`Payment methods by currency`}
      columns={[t`Currency`, t`Available`]}
      rows={FIAT_CURRENCIES.map((currency) => ({
        key: currency,
        cells: [
          <span key="currency" className="board text-2xl">
            {currency}
          </span>,
          <ul key="today" className="grid gap-x-8 gap-y-3 font-semibold sm:grid-cols-2">
            {methodsOf(currency).map((method) => (
              <li key={method}>
                <MethodAndArrival method={method} />
              </li>
            ))}
          </ul>,
        ],
      }))}
    />
  )
}
