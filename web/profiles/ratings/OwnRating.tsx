import { Trans } from '@lingui/react/macro'
import type { Rating } from '../../../domain/api/profiles/rating-values.ts'
import { AverageRating } from './AverageRating.tsx'

/** The figure of the dashboard and the profile (spec-coverage 2 Dashboard, 2 Profile). */
export function OwnRating({ rating, completedTrades }: { rating: Rating | null; completedTrades: number }) {
  if (rating) return <AverageRating rating={rating} />
  return completedTrades === 0 ? <Trans>New user</Trans> : <Trans>No ratings yet</Trans>
}
