import { Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { memo } from 'react'
import type { Offer } from '../../domain/api.ts'
import { postedAge } from '../../domain/listing.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import { takerRole } from '../../domain/offers.ts'
import { useDates } from '../dates.ts'
import { useFormats } from '../formats.ts'
import { Link } from '../layout/Link.tsx'
import { TraderRecord } from '../profiles/TraderRecord.tsx'
import { paths } from '../paths.ts'
import { OfferRequirements } from '../relations/OfferRequirements.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Translated } from '../ui/Translated.tsx'
import { VsMarket } from './VsMarket.tsx'

type Props = {
  offer: Offer
  /** The server's clock when the page was read. */
  now: string
  isSignedOut: boolean
  onStart: (offer: Offer) => void
}

/** One offer of the marketplace (spec-coverage 2 Browse). */
export const MarketCard = memo(function MarketCard({ offer, now, isSignedOut, onStart }: Props) {
  const { username, avatar } = offer.owner
  const { fiatCurrency } = offer
  return (
    <li className="grid gap-x-6 gap-y-4 px-4 py-5 md:grid-cols-[1.6fr_1fr_auto] md:px-5">
      <div className="flex min-w-0 gap-3">
        <Avatar name={username} picture={avatar} />
        <div className="min-w-0">
          <h2 className="text-lg">
            {offer.type === 'sell' ? (
              <Trans>You buy USDT for {fiatCurrency}</Trans>
            ) : (
              <Trans>You sell USDT for {fiatCurrency}</Trans>
            )}
          </h2>
          <p className="num mt-1 text-sm">
            <bdi className="font-semibold">{username}</bdi> <span className="text-muted">· </span>
            <TraderRecord trader={offer.owner} isSeller={offer.type === 'sell'} />
            <span className="text-muted">
              {' · '}
              <span className="whitespace-nowrap">
                <Posted createdAt={offer.createdAt} now={now} />
              </span>
            </span>
          </p>
          <OfferRequirements offer={offer} className="mt-1" />
          <p className="mt-2 text-sm text-muted [overflow-wrap:anywhere]">
            <bdi className="line-clamp-2 [text-align:match-parent]">{offer.terms}</bdi>
          </p>
        </div>
      </div>
      <Stats offer={offer} />
      <div className="flex flex-wrap gap-2 *:grow *:basis-32 md:grid md:content-start">
        <Start offer={offer} isSignedOut={isSignedOut} onStart={onStart} />
        <Link to={paths.offer(offer.id)} className={buttonClass('line', 'row')}>
          <Trans>
            View details<span className="sr-only">: {username}</span>
          </Trans>
        </Link>
      </div>
    </li>
  )
})

function Stats({ offer }: { offer: Offer }) {
  const formats = useFormats()
  return (
    <dl className="num grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1 text-sm">
      <dt className="text-muted">
        <Trans>Price</Trans>
      </dt>
      <dd className="text-end md:text-start">
        <span className="text-xl leading-tight font-semibold">{formats.price(offer.price)}</span> {offer.fiatCurrency}{' '}
        <span className="text-muted">
          (<VsMarket percentage={offer.pricePercentage} />)
        </span>
      </dd>
      <dt className="text-muted">
        <Trans>Limits</Trans>
      </dt>
      <dd className="text-end md:text-start">
        {formats.range(offer.minAmount, offer.maxAmount, 2)} {offer.fiatCurrency}
      </dd>
      <dt className="text-muted">
        <Trans>Payment</Trans>
      </dt>
      <dd className="text-end md:text-start">
        <Translated text={PAYMENT_METHOD_NAMES[offer.paymentMethod]} />
      </dd>
    </dl>
  )
}

function Start({ offer, isSignedOut, onStart }: Omit<Props, 'now'>) {
  const variant = takerRole(offer.type) === 'buyer' ? 'buy' : 'sell'
  const { username } = offer.owner
  if (isSignedOut) {
    return (
      <Link to={paths.loginThen(paths.offer(offer.id))} className={buttonClass(variant, 'row')}>
        <Trans>
          Sign in to trade<span className="sr-only">: {username}</span>
        </Trans>
      </Link>
    )
  }
  return (
    <Button variant={variant} size="row" onClick={() => onStart(offer)}>
      <Trans>
        Open trade<span className="sr-only">: {username}</span>
      </Trans>
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
