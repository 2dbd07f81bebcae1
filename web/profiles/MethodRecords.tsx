import { Trans, useLingui } from '@lingui/react/macro'
import type { MethodRecord } from '../../domain/api/profiles/traders.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/payments/methods.ts'
import { useFormats } from '../formats.ts'

/** A trader's record by payment method. */
export function MethodRecords({ methods }: { methods: readonly MethodRecord[] }) {
  const { i18n } = useLingui()
  const formats = useFormats()
  const time = (seconds: number | null) => (seconds === null ? '–' : formats.duration(seconds))
  if (methods.length === 0) return null
  return (
    <section aria-labelledby="method-records">
      <h2 id="method-records" className="text-xl">
        <Trans>By payment method</Trans>
      </h2>
      <table className="mt-3 w-full text-sm">
        <thead className="text-muted">
          <tr className="align-bottom *:py-2 *:ps-4 *:text-end *:font-normal [&>:first-child]:ps-0 [&>:first-child]:text-start">
            <th scope="col">
              <Trans>Payment method</Trans>
            </th>
            <th scope="col">
              <Trans>Trades</Trans>
            </th>
            <th scope="col">
              <Trans>Median time to pay</Trans>
            </th>
            <th scope="col">
              <Trans>Median time to release</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {methods.map(({ paymentMethod, completedTrades, medianPaySeconds, medianReleaseSeconds }) => (
            <tr key={paymentMethod} className="*:py-2.5 *:ps-4 [&>:first-child]:ps-0">
              <th scope="row" className="text-start font-semibold">
                {i18n._(PAYMENT_METHOD_NAMES[paymentMethod])}
              </th>
              <td className="num text-end">{formats.count(completedTrades)}</td>
              <td className="num text-end">{time(medianPaySeconds)}</td>
              <td className="num text-end">{time(medianReleaseSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
