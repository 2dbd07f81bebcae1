import { useLingui } from '@lingui/react/macro'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS } from '../../../domain/payments/methods.ts'
import { useFormats } from '../../formats.ts'
import { Board } from '../../layout/Board.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { Few } from './Few.tsx'
import { usePeriodName } from './periods.ts'

/** Completed trades by currency and payment method, of methods that have any to show. */
export function MethodBoard({ periods }: { periods: Transparency['periods'] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const periodName = usePeriodName()
  const shown = periods.flatMap(({ methods }) => methods)
  const used = PAYMENT_METHODS.flatMap((method) => {
    const known = shown.find(({ paymentMethod }) => paymentMethod === method)
    return known ? [known] : []
  })
  if (used.length === 0) return null
  return (
    <Board
      hasShortCells
      caption={t`Completed trades by payment method`}
      columns={[t`Payment method`, ...periods.map(({ days }) => periodName(days))]}
      rows={used.map(({ fiatCurrency, paymentMethod }) => ({
        key: paymentMethod,
        cells: [
          <span key="method">
            <Translated text={PAYMENT_METHOD_NAMES[paymentMethod]} /> · {fiatCurrency}
          </span>,
          ...periods.map(({ days, methods }) => {
            const cell = methods.find((each) => each.paymentMethod === paymentMethod)
            return (
              <span key={days} className="num">
                {cell ? formats.count(cell.count) : <Few />}
              </span>
            )
          }),
        ],
      }))}
    />
  )
}
