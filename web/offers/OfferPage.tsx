import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Offer } from '../../domain/api.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import { OFFER_STATUS_LABELS, takerRole } from '../../domain/offers/offers.ts'
import { useSession } from '../accounts/session.ts'
import { ClosedNow } from '../business-hours/ClosedNow.tsx'
import { errorText } from '../client.ts'
import { Link } from '../layout/Link.tsx'
import type { PageHandle } from '../layout/page-data.ts'
import { DemoNotice } from '../layout/DemoNotice.tsx'
import { CurrencyNoticeSlot } from '../currencies/CurrencyNoticeSlot.tsx'
import { useDates } from '../dates.ts'
import { useFormats } from '../formats.ts'
import { VsMarket } from '../market/VsMarket.tsx'
import { paths } from '../paths.ts'
import { BackButton } from '../layout/BackButton.tsx'
import { TermsCard } from './TermsCard.tsx'
import { TradeDialog } from '../trades/opening/TradeDialog.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { DescriptionList, DescriptionRow } from '../ui/DescriptionList.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { Translated } from '../ui/Translated.tsx'
import { OfferInWords } from './OfferInWords.tsx'
import { OfferNotFound } from './OfferNotFound.tsx'
import { OfferOwner } from './OfferOwner.tsx'
import { OfferTitle } from './OfferTitle.tsx'
import { OfferRefusal } from '../relations/OfferRefusal.tsx'
import { OfferRequirements } from '../relations/OfferRequirements.tsx'
import { ReportButton } from '../reports/ReportButton.tsx'
import { offerQuery, useOffer } from './one.ts'
import { usePaymentWindow } from './payment-window.ts'

export const handle: PageHandle = {
  read: (client, _, { offerId = '' }) => [client.ensureQueryData(offerQuery(offerId))],
}

/** One offer in full, public (decisions: Offers, "View details"). */
export default function OfferPage() {
  const { offerId = '' } = useParams()
  return (
    <div className="wrap py-8 md:py-12">
      <OfferTitle offerId={offerId} />
      <Content key={offerId} offerId={offerId} />
    </div>
  )
}

function Content({ offerId }: { offerId: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useOffer(offerId)
  if (data === null) return <OfferNotFound />
  if (data) return <OfferInFull offer={data} />
  if (!error) return <SkeletonRows rows={4} label={t`Loading offer…`} />
  return (
    <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
      {errorText(error)}
    </ErrorNote>
  )
}

function OfferInFull({ offer }: { offer: Offer }) {
  return (
    <>
      <BackButton otherwise={paths.marketplace} />
      <h1 className="title mt-3 max-w-[22em]">
        <OfferInWords offer={offer} />
      </h1>
      <div className="mt-6 grid items-start gap-6 md:grid-cols-[1.35fr_1fr] md:gap-8">
        <section className="panel grid gap-5 px-5 py-5 sm:px-7 sm:py-6">
          <Price offer={offer} />
          <TakeIt offer={offer} />
          <OfferRequirements offer={offer} />
          <OfferTable offer={offer} />
          <CurrencyNoticeSlot
            currency={offer.fiatCurrency}
            isRefused={offer.refusal?.code === 'currency_unavailable'}
          />
          <DemoNotice />
        </section>
        <div className="grid gap-6">
          <OfferOwner offer={offer} />
          <TermsCard terms={offer.terms} />
          {!offer.isMine && (
            <ReportButton reported={{ kind: 'offer', offerId: offer.id }} className="justify-self-start" />
          )}
        </div>
      </div>
    </>
  )
}

/** The price, and within which amounts it can be had. */
function Price({ offer }: { offer: Offer }) {
  const formats = useFormats()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <p className="board text-[clamp(2.5rem,5vw,3.5rem)]">{formats.price(offer.price)}</p>
        <p className="mt-2 text-muted">
          <Trans>{offer.fiatCurrency} per USDT</Trans> · <VsMarket percentage={offer.pricePercentage} />
        </p>
      </div>
      <dl className="num grid gap-1">
        <div>
          <dt className="text-sm text-muted">
            <Trans>Limits</Trans>
          </dt>
          <dd className="text-lg font-semibold">
            {formats.range(offer.minAmount, offer.maxAmount, 2)} {offer.fiatCurrency}
          </dd>
        </div>
        <div>
          <dt className="sr-only">
            <Trans>Limits in USDT</Trans>
          </dt>
          <dd className="text-muted">{formats.range(offer.minUsdt, offer.maxUsdt, 2)} USDT</dd>
        </div>
      </dl>
    </div>
  )
}

function OfferTable({ offer }: { offer: Offer }) {
  const dates = useDates()
  const paymentWindow = usePaymentWindow()
  return (
    <DescriptionList className="border-t border-line">
      <DescriptionRow label={<Trans>Payment method</Trans>}>
        <Translated text={PAYMENT_METHOD_NAMES[offer.paymentMethod]} />
      </DescriptionRow>
      <DescriptionRow label={<Trans>Payment window</Trans>}>{paymentWindow(offer.paymentWindowMinutes)}</DescriptionRow>
      <DescriptionRow label={<Trans>Identity check</Trans>}>
        <Trans>No KYC</Trans>
      </DescriptionRow>
      <DescriptionRow label={<Trans>Status</Trans>}>
        <Badge tone={offer.status === 'active' && offer.opensAt === null ? 'buy' : 'neutral'}>
          <Translated text={OFFER_STATUS_LABELS[offer.status]} />
        </Badge>
      </DescriptionRow>
      <DescriptionRow label={<Trans context="offer">Created</Trans>}>{dates.date(offer.createdAt)}</DescriptionRow>
    </DescriptionList>
  )
}

/** The button that opens a trade, or why there is none. */
function TakeIt({ offer }: { offer: Offer }) {
  const session = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (offer.isMine) return <OwnOffer offerId={offer.id} />
  if (offer.status !== 'active') {
    return (
      <p className="font-medium">
        <Trans>This offer isn’t open for trades right now.</Trans>
      </p>
    )
  }
  if (offer.refusal !== null) return <OfferRefusal refusal={offer.refusal} />
  if (offer.opensAt !== null) {
    return (
      <p className="font-medium">
        <ClosedNow opensAt={offer.opensAt} />
      </p>
    )
  }
  const variant = takerRole(offer.type) === 'buyer' ? 'buy' : 'sell'
  if (session.status !== 'signed-in') {
    return (
      <Link to={paths.loginThen(paths.offer(offer.id))} className={buttonClass(variant, 'normal', 'w-full')}>
        <Trans>Sign in to trade</Trans>
      </Link>
    )
  }
  return (
    <>
      <Button variant={variant} className="w-full" onClick={() => setIsOpen(true)}>
        <Trans>Open trade</Trans>
      </Button>
      <TradeDialog offer={isOpen ? offer : null} onClose={() => setIsOpen(false)} />
    </>
  )
}

function OwnOffer({ offerId }: { offerId: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-line/60 px-4 py-3">
      <p className="font-medium">
        <Trans>This is your offer</Trans>
      </p>
      <Link to={paths.editOffer(offerId)} className={buttonClass('line', 'row')}>
        <Trans>Edit</Trans>
      </Link>
    </div>
  )
}
