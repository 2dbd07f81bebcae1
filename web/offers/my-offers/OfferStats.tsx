import { Plural, Trans } from '@lingui/react/macro'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'

/** What an offer has brought, in one line; nothing before its first trade. */
export function OfferStats({ stats }: Pick<MyOffer, 'stats'>) {
  const formats = useFormats()
  const dates = useDates()
  const { tradesOpened, tradesCompleted, completionRate, volumeUsdt, lastTradeAt } = stats
  if (tradesOpened === 0 || lastTradeAt === null) return null
  const completed = formats.count(tradesCompleted)
  const rate = completionRate === null ? null : formats.share(completionRate)
  const volume = formats.fiat(volumeUsdt, 'USDT')
  const last = dates.date(lastTradeAt)
  return (
    <ul className="num col-span-full flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <li>
        <Plural value={tradesOpened} one="# trade opened" other="# trades opened" />
      </li>
      {tradesCompleted > 0 && (
        <>
          <li>
            {rate === null ? (
              <Trans>{completed} completed</Trans>
            ) : (
              <Trans>
                {completed} completed ({rate})
              </Trans>
            )}
          </li>
          <li>
            <Trans>Volume: {volume}</Trans>
          </li>
        </>
      )}
      <li>
        <Trans>Last trade: {last}</Trans>
      </li>
    </ul>
  )
}
