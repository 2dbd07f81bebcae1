import { Trans } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import type { TradeRatings as Ratings } from '../../../domain/api/profiles/ratings.ts'
import { useDates } from '../../dates.ts'
import { Loaded } from '../../Loaded.tsx'
import { ReportButton } from '../reports/ReportButton.tsx'
import { otherSide } from '../../../domain/trades/other-side.ts'
import { useTradeRatings } from './queries.ts'
import { RateForm } from './RateForm.tsx'
import { RatingText } from './RatingText.tsx'

/** The ratings of a completed trade in its room: the form, then both ratings. */
export function TradeRatings({ trade }: { trade: Trade }) {
  return trade.status === 'completed' ? <OfCompleted trade={trade} /> : null
}

function OfCompleted({ trade }: { trade: Trade }) {
  // As high as the form, which would otherwise push what follows, and the focus with it, out of sight.
  return (
    <Loaded query={useTradeRatings(trade.id)} rows={6}>
      {(ratings) => <Section trade={trade} ratings={ratings} />}
    </Loaded>
  )
}

function Section({ trade, ratings }: { trade: Trade; ratings: Ratings }) {
  if (ratings.rateUntil === null && ratings.given === null && ratings.received === null) return null
  const { username } = otherSide(trade)
  return (
    <section className="panel p-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        {ratings.rateUntil === null ? (
          <Trans>Ratings</Trans>
        ) : (
          <Trans>
            Rate your trade with <bdi>{username}</bdi>
          </Trans>
        )}
      </h2>
      {ratings.rateUntil !== null && <RateForm tradeId={trade.id} until={ratings.rateUntil} />}
      <Both ratings={ratings} username={username} />
    </section>
  )
}

function Both({
  ratings: { given, removed, received, isHidden, publishedBy },
  username,
}: {
  ratings: Ratings
  username: string
}) {
  const dates = useDates()
  const date = publishedBy === null ? '' : dates.date(publishedBy)
  const reason = removed?.reason
  return (
    <div className="mt-3 grid gap-5">
      {given && (
        <div>
          <RatingText rating={given} by={<Trans>Your rating</Trans>} />
          {removed && (
            <p className="mt-2 text-sm text-muted [overflow-wrap:anywhere]">
              <Trans>
                Our staff removed this rating. No one else sees it, and it no longer counts. Reason: “
                <bdi>{reason}</bdi>”
              </Trans>
            </p>
          )}
          {isHidden && (
            <p className="mt-2 text-sm text-muted">
              <Trans>Hidden until the other party rates too, or until {date} at the latest.</Trans>
            </p>
          )}
        </div>
      )}
      {received && (
        <div>
          <RatingText
            rating={received}
            by={<bdi>{username}</bdi>}
            aside={<ReportButton reported={{ kind: 'rating', ratingId: received.id }} />}
          />
        </div>
      )}
    </div>
  )
}
