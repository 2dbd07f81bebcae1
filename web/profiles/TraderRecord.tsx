import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trader } from '../../domain/api/offers/offers.ts'
import { useFormats } from '../formats.ts'
import { AverageRating } from './ratings/AverageRating.tsx'

type RecordedTrader = Pick<Trader, 'isDemo' | 'completedTrades' | 'completionRate' | 'medianSeconds' | 'rating'>
type Props = {
  trader: RecordedTrader
  /** The trader is the seller, so the median time is the time to release. Undefined where the time is written elsewhere. */
  isSeller?: boolean
}

/**
 * A trader's record in one line: that it was invented by the demonstration, the rating, completed trades, completion rate and the median time of the side; before the first trade ends,
 * "New trader" (decisions: Offers). A line that is too long breaks between two figures, without the dot between them.
 */
export function TraderRecord({ trader, isSeller }: Props) {
  const figures: ReactNode[] = useRecord(trader, isSeller)
  if (trader.rating !== null) figures.unshift(<AverageRating rating={trader.rating} />)
  if (trader.isDemo) figures.unshift(<Trans>Demo</Trans>)
  // Every line begins with a dot, or the room of one, outside of what the clip shows.
  return (
    <span className="-ms-[1em] flex flex-wrap ltr:[clip-path:inset(0_0_0_1em)] rtl:[clip-path:inset(0_1em_0_0)]">
      {figures.map((figure, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the figures have fixed places
        <span key={at} className="whitespace-nowrap">
          <span className="inline-block w-[1em] text-center">{at > 0 && ' · '}</span>
          {figure}
        </span>
      ))}
    </span>
  )
}

/** The median time in which the trader releases or pays: "releases in 12 minutes"; null before a trade has one. */
export function useSpeed({ medianSeconds }: Pick<Trader, 'medianSeconds'>, isSeller: boolean): string | null {
  const { t } = useLingui()
  const formats = useFormats()
  if (medianSeconds === null) return null
  const time = formats.duration(medianSeconds)
  return isSeller ? t`releases in ${time}` : t`pays in ${time}`
}

function useRecord(trader: RecordedTrader, isSeller: boolean | undefined): string[] {
  const { t } = useLingui()
  const formats = useFormats()
  const speed = useSpeed(trader, isSeller === true)
  const { completedTrades, completionRate } = trader
  const trades =
    completedTrades === 0 ? t`New trader` : t`${plural(completedTrades, { one: '# trade', other: '# trades' })}`
  if (completionRate === null) return [trades]
  const rate = formats.share(completionRate)
  const record = [trades, t`${rate} completed`]
  return speed === null || isSeller === undefined ? record : [...record, speed]
}
