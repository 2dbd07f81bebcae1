import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TradeRating } from '../../../domain/api/profiles/ratings.ts'
import { useDates } from '../../dates.ts'
import { ReplyForm } from './ReplyForm.tsx'
import { Stars } from './Stars.tsx'

/** One rating: its stars, who gave it and when, the comment, and the reply or the form for it. */
export function RatingText({ rating, by, aside }: { rating: TradeRating; by: ReactNode; aside?: ReactNode }) {
  const dates = useDates()
  const { stars, comment, at, reply, canReply, id } = rating
  return (
    <>
      <div className="flex items-start gap-x-3">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
          <Stars stars={stars} />
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {by} · {dates.date(at)}
          </p>
        </div>
        {aside}
      </div>
      {comment !== '' && (
        <p className="mt-1.5 [overflow-wrap:anywhere] whitespace-pre-line">
          <bdi>{comment}</bdi>
        </p>
      )}
      {reply !== null && (
        <div className="mt-2 border-s-2 border-line ps-3">
          <p className="text-sm text-muted">
            <Trans context="answer to a rating">Reply</Trans>
          </p>
          <p className="[overflow-wrap:anywhere] whitespace-pre-line">
            <bdi>{reply}</bdi>
          </p>
        </div>
      )}
      {canReply && <ReplyForm ratingId={id} />}
    </>
  )
}
