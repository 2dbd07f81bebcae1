import { Plural, Trans } from '@lingui/react/macro'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { OFFER_STATUS_LABELS, type OfferStatus } from '../../../domain/offers/offers.ts'
import { useSession } from '../../session/session.ts'
import { ClosedNow } from '../business-hours/ClosedNow.tsx'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { VsMarket } from '../rates/VsMarket.tsx'
import { paths } from '../../paths.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { MyOfferMenu } from './MyOfferMenu.tsx'
import { OfferStats } from './OfferStats.tsx'
import { OwnTerms } from './OwnTerms.tsx'
import { usePaymentWindow } from '../payment-window.ts'
import { useMethodNames } from '../../payments/use-method-names.ts'

const tones: Record<OfferStatus, BadgeTone> = { active: 'buy', paused: 'neutral', expired: 'sell' }

type Selection = { isSelected: boolean; onChange: (isSelected: boolean) => void }

/** A row of the owner's list: the offer, its status and its menu. */
export function MyOfferRow({ offer, selection }: { offer: MyOffer; selection?: Selection }) {
  const formats = useFormats()
  const dates = useDates()
  const paymentWindow = usePaymentWindow()
  const methodNames = useMethodNames()
  const isOffMarket = useSession().user?.suspension && offer.status === 'active'
  const title = offer.type === 'sell' ? <Trans>Selling USDT</Trans> : <Trans>Buying USDT</Trans>
  const created = dates.date(offer.createdAt)
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[1.1fr_1fr_1.5fr_1.2fr_auto] md:items-center md:px-5">
      <div className="grid justify-items-start gap-1">
        {selection ? (
          <Checkbox
            name={`selected-${offer.id}`}
            label={<span className="font-semibold">{title}</span>}
            checked={selection.isSelected}
            onCheckedChange={selection.onChange}
          />
        ) : (
          <p className="font-semibold">{title}</p>
        )}
        {offer.hidden ? (
          <Badge tone="sell">
            <Trans>Hidden by our staff</Trans>
          </Badge>
        ) : (
          <Badge tone={offer.opensAt === null && !isOffMarket ? tones[offer.status] : 'neutral'}>
            {isOffMarket ? <Trans>Off the market</Trans> : <Translated text={OFFER_STATUS_LABELS[offer.status]} />}
          </Badge>
        )}
        {offer.opensAt !== null && offer.status === 'active' && (
          <p className="text-sm text-muted">
            <ClosedNow opensAt={offer.opensAt} />
          </p>
        )}
      </div>
      <div className="num col-start-1 md:col-start-auto">
        <p className="text-xl leading-tight font-semibold">
          {formats.price(offer.price)} <span className="text-sm font-normal text-muted">{offer.fiatCurrency}</span>
        </p>
        <p className="text-sm text-muted">
          <VsMarket percentage={offer.pricePercentage} />
        </p>
      </div>
      <div className="num col-start-1 text-sm md:col-start-auto">
        <p>
          {formats.range(offer.minAmount, offer.maxAmount, 2)} {offer.fiatCurrency}
        </p>
        <p className="text-muted">
          <Stock offer={offer} />
        </p>
      </div>
      <div className="col-start-1 text-sm md:col-start-auto">
        <p>
          <bdi>{methodNames(offer.paymentMethods)}</bdi> · {paymentWindow(offer.paymentWindowMinutes)}
        </p>
        <p className="text-muted">
          <Trans>Created {created}</Trans>
        </p>
      </div>
      <div className="col-start-2 row-start-1 md:col-start-auto md:row-start-auto">
        <MyOfferMenu offer={offer} />
      </div>
      <OfferStats stats={offer.stats} />
      {!offer.isCurrencyAvailable && <SwitchedOff currency={offer.fiatCurrency} />}
      {offer.hidden && <HiddenNote reason={offer.hidden.reason} />}
      <OwnTerms terms={offer.terms} />
    </li>
  )
}

/** Why an offer with this currency is not on the market. */
function SwitchedOff({ currency }: { currency: MyOffer['fiatCurrency'] }) {
  return (
    <p className="col-span-full rounded-control bg-line/60 px-4 py-3 text-sm">
      <Trans>
        Not on the market: trading in {currency} is switched off for now. Your offer returns when the currency is
        available again.
      </Trans>
    </p>
  )
}

/** Why staff have hidden the offer. */
function HiddenNote({ reason }: { reason: string }) {
  return (
    <div className="col-span-full grid gap-1 rounded-control bg-sell-soft px-4 py-3 text-sm">
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {reason}
      </p>
      <p>
        <Trans>
          No new trades can be opened on this offer. If this is a mistake,{' '}
          <Link to={paths.contact} className="underline underline-offset-4">
            write to us
          </Link>
          .
        </Trans>
      </p>
    </div>
  )
}

/** How many trades are open, and how much USDT is left if the offer has a limit. */
function Stock({ offer }: { offer: MyOffer }) {
  const formats = useFormats()
  if (offer.availableUsdt === null) {
    return <Plural value={offer.openTrades} _0="No open trades" one="# open trade" other="# open trades" />
  }
  // Two decimals: the dialog of the refill has the exact amount.
  const left = formats.fiat(offer.availableUsdt, 'USDT')
  return (
    <Plural
      value={offer.openTrades}
      _0={`No open trades, ${left} left`}
      one={`# open trade, ${left} left`}
      other={`# open trades, ${left} left`}
    />
  )
}
