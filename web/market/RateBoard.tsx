import { Trans, useLingui } from '@lingui/react/macro'
import { FIAT_CURRENCIES } from '../../domain/market.ts'
import { errorText } from '../client.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useFormats } from './format.ts'
import { useMarket } from './rates.ts'

/** The reference rates, set large like the board of a bureau de change. */
export function RateBoard() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useMarket()
  const formats = useFormats()
  if (error && !data) {
    return (
      <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
        {errorText(error)}
      </ErrorNote>
    )
  }
  return (
    <table className="w-full" aria-busy={!data}>
      <caption className="pb-2 text-start text-sm text-muted">
        <Trans>Reference rate for 1 USDT</Trans>
      </caption>
      <tbody>
        {FIAT_CURRENCIES.map((currency) => {
          const rate = data?.rates.find(({ fiatCurrency }) => fiatCurrency === currency)?.rate
          return (
            <tr key={currency} className="h-20 border-t border-line last:border-b">
              <th scope="row" className="text-start font-medium text-muted">
                USDT/{currency}
              </th>
              <td className="board text-end text-[clamp(2rem,3.6vw,3rem)]">
                {rate === undefined ? <Skeleton className="ms-auto h-9 w-28" /> : formats.price(rate)}
                {rate === undefined && <span className="sr-only">{t`Loading…`}</span>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
