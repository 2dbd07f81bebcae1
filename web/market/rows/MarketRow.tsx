import { Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { memo } from 'react'
import type { Offer } from '../../../domain/api.ts'
import { postedAge } from '../../../domain/offers/listing.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import {
  OfferCells,
  OfferLink,
  ROW_BUTTON,
  ROW_LINK,
  ViewDetails,
  isGone,
  takeVariant,
  useTakeLabel,
} from './OfferRow.tsx'

type Props = {
  offer: Offer
  /** The server's clock when the page was read. */
  now: string
  /** The fiat amount of the filter. */
  amount?: string | undefined
  isSignedOut: boolean
  /** The reader opens no trade. */
  isToRead?: boolean
  onStart: (offer: Offer) => void
}

/** One offer of the marketplace: a row of Browse with its terms and age, and a link to its page (spec-coverage 2 Marketplace). */
export const MarketRow = memo(function MarketRow({ offer, now, amount, isSignedOut, isToRead, onStart }: Props) {
  return (
    <OfferCells offer={offer} amount={amount} isTable about={<About offer={offer} now={now} />}>
      {!isToRead && <Start offer={offer} amount={amount} isSignedOut={isSignedOut} onStart={onStart} />}
      <Link
        to={paths.offer(offer.id, amount)}
        data-offer-page
        className={buttonClass('line', 'row', `${ROW_BUTTON} ${ROW_LINK}`)}
      >
        <ViewDetails username={offer.owner.username} />
      </Link>
    </OfferCells>
  )
})

function About({ offer, now }: Pick<Props, 'offer' | 'now'>) {
  return (
    <div className="mt-1 flex gap-x-2 text-sm text-muted lg:block">
      <p className="whitespace-nowrap">
        <Posted createdAt={offer.createdAt} now={now} />
      </p>
      <p className="[overflow-wrap:anywhere]">
        <bdi className="line-clamp-1 [text-align:match-parent] lg:line-clamp-2">{offer.terms}</bdi>
      </p>
    </div>
  )
}

function Start({ offer, amount, isSignedOut, onStart }: Omit<Props, 'now' | 'isToRead'>) {
  const label = useTakeLabel(offer)
  if (isSignedOut || isGone(offer) || offer.isMine) {
    return <OfferLink offer={offer} amount={amount} isSignedOut={isSignedOut} />
  }
  return (
    <Button variant={takeVariant(offer)} size="row" className={ROW_BUTTON} data-act onClick={() => onStart(offer)}>
      {label}
    </Button>
  )
}

/** "Just now", "3h ago", "Yesterday", then the date (spec-coverage 9). */
function Posted({ createdAt, now }: { createdAt: string; now: string }) {
  const { t } = useLingui()
  const age = postedAge(Date.parse(createdAt), Date.parse(now))
  if (age.kind === 'now') return <Trans>Just now</Trans>
  if (age.kind === 'hours') return t`${plural(age.hours, { one: '#h ago', other: '#h ago' })}`
  return age.kind === 'yesterday' ? <Trans>Yesterday</Trans> : <PostedOn createdAt={createdAt} />
}

function PostedOn({ createdAt }: { createdAt: string }) {
  return useDates().date(createdAt)
}
