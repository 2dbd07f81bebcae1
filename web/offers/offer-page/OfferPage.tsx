import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { FEE_PERCENT } from '../../../domain/trades/quote.ts'
import { OFFER_STATUS_LABELS } from '../../../domain/offers/offers.ts'
import { MethodsAndArrival } from '../../payments/MethodsAndArrival.tsx'
import { useSession } from '../../session/session.ts'
import { Link } from '../../layout/Link.tsx'
import type { PageHandle } from '../../layout/document/page-data.ts'
import { DemoNotice } from '../../layout/DemoNotice.tsx'
import { CurrencyNoticeSlot } from '../currencies/CurrencyNoticeSlot.tsx'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { RateNote } from '../rates/RateNote.tsx'
import { ratesQuery } from '../rates/rates.ts'
import { VsMarket } from '../rates/VsMarket.tsx'
import { paths } from '../../paths.ts'
import { BackButton } from '../../layout/BackButton.tsx'
import { TakeOffer } from './TakeOffer.tsx'
import { TermsCard } from '../../trades/TermsCard.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { OfferInWords } from './OfferInWords.tsx'
import { OfferNotFound } from '../OfferNotFound.tsx'
import { OfferOwner } from './OfferOwner.tsx'
import { OfferTitle } from './OfferTitle.tsx'
import { NewTakerNote } from '../../profiles/relations/NewTakerNote.tsx'
import { OfferRequirements } from '../../profiles/relations/OfferRequirements.tsx'
import { ReportButton } from '../../profiles/reports/ReportButton.tsx'
import { lazyPart } from '../../ui/hydration/lazy-part.ts'
import { offerQuery, useOffer } from '../../one-offer.ts'
import { usePaymentWindow } from '../payment-window.ts'
import { useLimitsRange } from '../use-limits-range.ts'
import { Loaded } from '../../Loaded.tsx'

// For visitors only; in the page's own scripts it would draw icons of the trade dialog into them.
const EscrowExplanation = lazyPart(async () => ({
  default: (await import('../../trades/room/EscrowExplanation.tsx')).EscrowExplanation,
}))

export const handle: PageHandle = {
  read: (client, _, { offerId = '' }) => [
    client.ensureQueryData(offerQuery(offerId)),
    client.ensureQueryData(ratesQuery),
  ],
}

/** One offer in full, public (decisions: Offers, "View details"). */
export default function OfferPage() {
  const { offerId = '' } = useParams()
  return (
    <div className="wrap py-4 md:py-12">
      <OfferTitle offerId={offerId} />
      <Content key={offerId} offerId={offerId} />
    </div>
  )
}

function Content({ offerId }: { offerId: string }) {
  const { t } = useLingui()
  return (
    <Loaded query={useOffer(offerId)} rows={4} label={t`Loading offer…`} hidesLaterErrors>
      {(offer) => (offer ? <OfferInFull offer={offer} /> : <OfferNotFound />)}
    </Loaded>
  )
}

function OfferInFull({ offer }: { offer: Offer }) {
  // A team member counts as signed out where the offer is read.
  const isOwners = offer.owner.username === useSession().actingFor?.username
  return (
    <>
      <BackButton otherwise={paths.offers} />
      <h1 className="title mt-3 max-w-[22em]">
        <OfferInWords offer={{ ...offer, isMine: isOwners || offer.isMine }} />
      </h1>
      {/* On a phone the trader and the terms come before the details, and the legal notice after them. */}
      <div className="mt-6 grid items-start gap-6 md:grid-cols-[1.35fr_1fr] md:grid-rows-[auto_1fr] md:gap-x-8">
        <section className="panel grid gap-5 px-5 py-5 sm:px-7 sm:py-6">
          <Price offer={offer} />
          <TakeOffer offer={offer} />
          <OfferRequirements offer={offer} />
          <NewTakerNote offer={offer} />
        </section>
        <div className="contents md:row-span-2 md:grid md:gap-6">
          <OfferOwner offer={offer} />
          <TermsCard terms={offer.terms} />
          <div className="empty:hidden max-md:order-1">
            <CurrencyNoticeSlot
              currency={offer.fiatCurrency}
              isRefused={offer.refusal?.code === 'currency_unavailable'}
            />
          </div>
        </div>
        <section className="panel grid gap-5 px-5 pt-3 pb-5 sm:px-7">
          <OfferTable offer={offer} />
          <DemoNotice />
        </section>
      </div>
      <ForVisitors />
      {/* The place is kept until the session is known. */}
      <div className="mt-6 flex min-h-6">
        {!offer.isMine && <ReportButton reported={{ kind: 'offer', offerId: offer.id }} />}
      </div>
    </>
  )
}

/** The price, and within which amounts it can be had. */
function Price({ offer }: { offer: Offer }) {
  const formats = useFormats()
  const limits = useLimitsRange()(offer)
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <p className="board text-[clamp(2.5rem,5vw,3.5rem)]">{formats.price(offer.price)}</p>
        <p className="mt-2 text-muted">
          <Trans>{offer.fiatCurrency} per USDT</Trans> · <VsMarket percentage={offer.pricePercentage} />
        </p>
        <p className="text-sm text-muted">
          <Trans>Prices exclude the fee of {formats.share(FEE_PERCENT)}</Trans>
        </p>
        <RateNote currency={offer.fiatCurrency} className="text-sm text-muted" />
      </div>
      <dl className="num grid gap-1">
        <div>
          <dt className="text-sm text-muted">
            <Trans>Limits</Trans>
          </dt>
          <dd className="text-lg font-semibold">
            {limits.fiat} {offer.fiatCurrency}
          </dd>
        </div>
        <div>
          <dt className="sr-only">
            <Trans>Limits in USDT</Trans>
          </dt>
          <dd className="text-muted">{limits.usdt} USDT</dd>
        </div>
      </dl>
    </div>
  )
}

function OfferTable({ offer }: { offer: Offer }) {
  const dates = useDates()
  const paymentWindow = usePaymentWindow()
  return (
    <DescriptionList>
      <DescriptionRow
        label={offer.paymentMethods.length > 1 ? <Trans>Payment methods</Trans> : <Trans>Payment method</Trans>}
      >
        <MethodsAndArrival methods={offer.paymentMethods} />
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

/** A visitor who was sent the link may not know how the USDT is secured. */
function ForVisitors() {
  const session = useSession()
  if (session.status === 'signed-in') return null
  return (
    <section className="panel mt-6 px-5 py-4 sm:px-7 sm:py-5 signed-in:hidden">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-lg">
          <Trans>How a trade works</Trans>
        </h2>
        <Link to={paths.howItWorks} className="text-muted underline underline-offset-4 hover:text-ink">
          <Trans>More details</Trans>
        </Link>
      </div>
      <Suspense fallback={<div className="h-36 md:h-16" />}>
        <EscrowExplanation />
      </Suspense>
    </section>
  )
}
