import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Trader } from '../../domain/api.ts'
import { useFormats } from '../formats.ts'
import { AverageRating } from '../ratings/AverageRating.tsx'

const NO_BREAK_SPACE = '\u00A0'

type Props = {
  trader: Pick<Trader, 'completedTrades' | 'completionRate' | 'medianSeconds' | 'rating'>
  /** The trader is the seller, so the median time is the time to release. */
  isSeller: boolean
}

/**
 * A trader's record in one line: the rating, completed trades, completion rate and the median time of the side; before the first trade ends,
 * "New trader" (decisions: Offers). Strings, as each row of a list has one.
 */
export function TraderRecord({ trader, isSeller }: Props) {
  const record = useRecord(trader, isSeller)
  if (trader.rating === null) return record
  return (
    <>
      <AverageRating rating={trader.rating} /> · {record}
    </>
  )
}

function useRecord({ completedTrades, completionRate, medianSeconds }: Props['trader'], isSeller: boolean): string {
  const { t } = useLingui()
  const formats = useFormats()
  const trades =
    completedTrades === 0 ? t`New trader` : t`${plural(completedTrades, { one: '# trade', other: '# trades' })}`
  if (completionRate === null) return trades
  const rate = formats.share(completionRate)
  const record = [trades, t`${rate} completed`]
  if (medianSeconds !== null) {
    const time = formats.duration(medianSeconds)
    record.push(isSeller ? t`releases in ${time}` : t`pays in ${time}`)
  }
  // Lines break between the values, not inside one.
  return record.map((figure) => figure.replaceAll(' ', NO_BREAK_SPACE)).join(' · ')
}
