import { Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { memo } from 'react'
import type { Offer } from '../../../../domain/api/offers/offers.ts'
import { postedAge } from '../../../../domain/offers/listing.ts'
import type { TraderNote } from '../../../../domain/api/profiles/trader-notes.ts'
import { useDates } from '../../../dates.ts'
import { Button } from '../../../ui/Button.tsx'
import { OfferCells, OfferLink, ROW_BUTTON, isGone, takeVariant, useTakeLabel } from './OfferRow.tsx'

type Props = {
  offer: Offer
  /** The server's clock when the page was read. */
  now: string
  /** The fiat amount and the payment methods of the filter. */
  amount?: string | undefined
  method?: string | undefined
  isSignedOut: boolean
  /** The reader cannot open trades. */
  isReadOnly?: boolean
  /** What the reader has noted about the owner. */
  note?: TraderNote | undefined
  onStart: (offer: Offer) => void
}

/** One offer of the market: a row with its age, whose button opens the dialog (spec-coverage 2 Marketplace). The title says the side. */
export const MarketRow = memo(function MarketRow({ offer, now, note, ...start }: Props) {
  const posted = <Posted createdAt={offer.createdAt} now={now} />
  return (
    <OfferCells offer={offer} amount={start.amount} known="side" isTable note={note} posted={posted}>
      <Start offer={offer} {...start} />
    </OfferCells>
  )
})

function Start({ onStart, ...link }: Omit<Props, 'now' | 'note'>) {
  const { offer, isSignedOut, isReadOnly } = link
  const label = useTakeLabel(offer)
  if (isSignedOut || isReadOnly || isGone(offer) || offer.isMine) return <OfferLink {...link} />
  return (
    <Button variant={takeVariant(offer)} size="row" className={ROW_BUTTON} data-act onClick={() => onStart(offer)}>
      {label}
    </Button>
  )
}

/** "Just now", "3h ago", "Yesterday", then "Posted 13 Sept 2026" (spec-coverage 9). */
function Posted({ createdAt, now }: { createdAt: string; now: string }) {
  const { t } = useLingui()
  const age = postedAge(Date.parse(createdAt), Date.parse(now))
  if (age.kind === 'now') return <Trans>Just now</Trans>
  if (age.kind === 'hours') return t`${plural(age.hours, { one: '#h ago', other: '#h ago' })}`
  return age.kind === 'yesterday' ? <Trans>Yesterday</Trans> : <PostedOn createdAt={createdAt} />
}

function PostedOn({ createdAt }: { createdAt: string }) {
  const { t } = useLingui()
  const date = useDates().date(createdAt)
  return t`Posted ${date}`
}
