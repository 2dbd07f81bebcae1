import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { EmailConfirmedBadge } from '../../profiles/EmailConfirmedBadge.tsx'
import { AverageRating } from '../../profiles/ratings/AverageRating.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'

/** The other party of a trade on this offer: who, and with what record. */
export function OfferOwner({ offer: { owner, type } }: { offer: Offer }) {
  const { t } = useLingui()
  const formats = useFormats()
  const dates = useDates()
  const { username, avatar, isDemo, completedTrades, completionRate, medianSeconds, rating, memberSince } = owner
  const time = medianSeconds === null ? '–' : formats.duration(medianSeconds)
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5" aria-label={t`Trader`}>
      <div className="flex items-center gap-4">
        <Avatar name={username} picture={avatar} size={52} />
        <div className="grid min-w-0 gap-1.5">
          <h2 className="text-lg [overflow-wrap:anywhere]">
            <Link to={paths.trader(username)} className="underline underline-offset-4">
              <bdi>{username}</bdi>
            </Link>
          </h2>
          <p className="flex flex-wrap gap-2 empty:hidden">
            <EmailConfirmedBadge trader={owner} />
            {isDemo && (
              <Badge>
                <Trans>Demo trader</Trans>
              </Badge>
            )}
            {completedTrades === 0 && (
              <Badge>
                <Trans>New trader</Trans>
              </Badge>
            )}
          </p>
        </div>
      </div>
      <dl className="num mt-4 grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line pt-4">
        {completedTrades > 0 && (
          <>
            <Fact label={<Trans>Rating</Trans>}>
              {rating === null ? <Trans>No ratings yet</Trans> : <AverageRating rating={rating} />}
            </Fact>
            <Fact label={<Trans>Completed trades</Trans>}>{formats.count(completedTrades)}</Fact>
            <Fact label={<Trans>Completion rate</Trans>}>
              {completionRate === null ? '–' : formats.share(completionRate)}
            </Fact>
            <Fact label={type === 'sell' ? <Trans>Median time to release</Trans> : <Trans>Median time to pay</Trans>}>
              {time}
            </Fact>
          </>
        )}
        <Fact label={<Trans>Trader since</Trans>}>{dates.date(memberSince)}</Fact>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    // The figures of a line stay level where one label breaks.
    <div className="flex flex-col justify-between">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
