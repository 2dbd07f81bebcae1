import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { STARS_MAX } from '../../../domain/profiles/stars.ts'
import type { Rating } from '../../../domain/api/profiles/rating-values.ts'
import { useFormats } from '../../formats.ts'

/** A trader's average and the number of ratings: "★ 4.8 (12)". */
export function AverageRating({ rating: { average, ratings } }: { rating: Rating }) {
  const { t } = useLingui()
  const formats = useFormats()
  const stars = formats.stars(average)
  const label = t`Rated ${stars} of ${STARS_MAX}, ${plural(ratings, { one: '# rating', other: '# ratings' })}`
  return (
    <span role="img" aria-label={label} className="whitespace-nowrap">
      ★ {stars} ({formats.count(ratings)})
    </span>
  )
}
