import { Plural, Trans } from '@lingui/react/macro'
import type { TraderRating } from '../../../domain/api/profiles/ratings.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { Link } from '../../layout/Link.tsx'
import { ShowMoreLink } from '../../layout/ShowMoreLink.tsx'
import { paths } from '../../paths.ts'
import { ReportButton } from '../reports/ReportButton.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { useRatings } from './queries.ts'
import { RatingText } from './RatingText.tsx'
import { Loaded } from '../../Loaded.tsx'

type Props = { username: string; from?: string }

/** A trader's published ratings with their replies, on the trader page and the Reputation tab; `from` begins a later page. */
export function RatingList({ username, from }: Props) {
  const days = LIMITS.rating_days
  const query = useRatings(username, from)
  return (
    <section id="ratings" className="mt-10 scroll-mt-20">
      <h2 className="text-xl">
        <Trans>Ratings</Trans>
      </h2>
      <p className="mt-1 mb-3 max-w-[46em] text-sm text-muted">
        <Trans>
          From the other party of each counted trade. A rating is published once both parties have rated, or after{' '}
          <Plural value={days} one="# day" other="# days" />.
        </Trans>
      </p>
      {from !== undefined && (
        <Link to={paths.ratings(username)} className={buttonClass('line', 'normal', 'mb-3')}>
          <Trans>Newest ratings</Trans>
        </Link>
      )}
      <Loaded query={query} rows={2} noteClass="mb-3">
        {({ ratings, nextCursor }) => (
          <>
            {ratings.length === 0 ? (
              <p className="panel px-5 py-4 text-muted">
                <Trans>No ratings yet</Trans>
              </p>
            ) : (
              <ul className="panel divide-y divide-line">
                {ratings.map((rating) => (
                  <Row key={rating.id} rating={rating} />
                ))}
              </ul>
            )}
            {nextCursor && (
              <ShowMoreLink
                to={paths.ratings(username, nextCursor)}
                isLoading={query.isFetchingNextPage}
                onShowMore={() => void query.fetchNextPage()}
                className="mt-4"
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Row({ rating }: { rating: TraderRating }) {
  const { by, isDemo, id } = rating
  return (
    <li className="px-5 py-4">
      <RatingText
        rating={rating}
        by={
          by === null ? (
            <Trans>Deleted account</Trans>
          ) : (
            <>
              <Link to={paths.trader(by)} className="touch-area underline underline-offset-4">
                <bdi>{by}</bdi>
              </Link>
              {isDemo && (
                <>
                  {' · '}
                  <Trans>Demo trader</Trans>
                </>
              )}
            </>
          )
        }
        aside={<ReportButton reported={{ kind: 'rating', ratingId: id }} />}
      />
    </li>
  )
}
