import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trader } from '../../domain/api.ts'
import { useFormats } from '../formats.ts'
import { AverageRating } from '../ratings/AverageRating.tsx'

type Props = {
  trader: Pick<Trader, 'completedTrades' | 'completionRate' | 'medianSeconds' | 'rating'>
  /** The trader is the seller, so the median time is the time to release. */
  isSeller: boolean
}

/**
 * A trader's record in one line: the rating, completed trades, completion rate and the median time of the side; before the first trade ends,
 * "New trader" (decisions: Offers). A line that is too long breaks between two figures, without the dot between them.
 */
export function TraderRecord({ trader, isSeller }: Props) {
  const figures: ReactNode[] = useRecord(trader, isSeller)
  if (trader.rating !== null) figures.unshift(<AverageRating rating={trader.rating} />)
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

function useRecord({ completedTrades, completionRate, medianSeconds }: Props['trader'], isSeller: boolean): string[] {
  const { t } = useLingui()
  const formats = useFormats()
  const trades =
    completedTrades === 0 ? t`New trader` : t`${plural(completedTrades, { one: '# trade', other: '# trades' })}`
  if (completionRate === null) return [trades]
  const rate = formats.share(completionRate)
  const record = [trades, t`${rate} completed`]
  if (medianSeconds !== null) {
    const time = formats.duration(medianSeconds)
    record.push(isSeller ? t`releases in ${time}` : t`pays in ${time}`)
  }
  return record
}
