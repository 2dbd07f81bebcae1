import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { hideOffer, unhideOffer } from '../../../domain/api/staff/staff.ts'
import type { StaffOffer } from '../../../domain/api/staff/staff.ts'
import { OFFER_STATUS_LABELS } from '../../../domain/offers/offers.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { VsMarket } from '../../offers/rates/VsMarket.tsx'
import { paths } from '../../paths.ts'
import { useCommand } from '../../use-command.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { ActionRefusal, ReasonDialog, ReasonText } from '../ReasonDialog.tsx'
import { useMethodNames } from '../../payments/use-method-names.ts'

/** One offer, hidden or not, with its owner and terms. */
export function StaffOfferRow({ offer }: { offer: StaffOffer }) {
  const formats = useFormats()
  const methodNames = useMethodNames()
  const dates = useDates()
  const { owner, hidden } = offer
  const created = dates.date(offer.createdAt)
  return (
    <li className="grid grid-cols-1 items-center gap-x-6 gap-y-2 px-4 py-4 md:grid-cols-[1fr_auto] md:px-5">
      <div className="grid min-w-0 gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <Link to={paths.staffUser(owner.id)} className="underline underline-offset-4">
            <bdi>{owner.username}</bdi>
          </Link>
          {offer.type === 'sell' ? <Trans>Selling USDT</Trans> : <Trans>Buying USDT</Trans>}
          {hidden ? (
            <Badge tone="sell">
              <Trans>Hidden</Trans>
            </Badge>
          ) : (
            <Badge tone={offer.status === 'active' ? 'buy' : 'neutral'}>
              <Translated text={OFFER_STATUS_LABELS[offer.status]} />
            </Badge>
          )}
          {owner.suspendedAt !== null && (
            <Badge tone="sell">
              <Trans>Owner suspended</Trans>
            </Badge>
          )}
        </p>
        <p className="num text-sm text-muted">
          {formats.range(offer.minAmount, offer.maxAmount, 2)} {offer.fiatCurrency} ·{' '}
          <VsMarket percentage={offer.pricePercentage} /> · <bdi>{methodNames(offer.paymentMethods)}</bdi> ·{' '}
          <Plural value={offer.openTrades} _0="No open trades" one="# open trade" other="# open trades" /> ·{' '}
          <Trans>Created {created}</Trans>
        </p>
        <p dir="auto" className="w-fit max-w-[70ch] text-sm whitespace-pre-line [overflow-wrap:anywhere]">
          {offer.terms}
        </p>
        {hidden && <HiddenFor hidden={hidden} />}
      </div>
      {offer.refusal === null ? (
        <div>{hidden ? <Unhide offer={offer} /> : <Hide offer={offer} />}</div>
      ) : (
        <ActionRefusal code={offer.refusal} />
      )}
    </li>
  )
}

function HiddenFor({ hidden: { at, by, reason } }: { hidden: NonNullable<StaffOffer['hidden']> }) {
  const moment = useDates().moment(at)
  return (
    <div className="grid gap-1 border-s-2 border-line ps-3 text-sm">
      <p className="num font-medium text-sell">
        <Trans>
          Hidden by <bdi>{by}</bdi>, {moment}
        </Trans>
      </p>
      <ReasonText>{reason}</ReasonText>
    </div>
  )
}

function Hide({ offer: { id, owner } }: { offer: StaffOffer }) {
  const { t } = useLingui()
  const command = useCommand(hideOffer)
  const name = owner.username
  return (
    <ReasonDialog
      action={t`Hide`}
      name={t`Hide this offer of ${name}`}
      variant="danger"
      title={
        <Trans>
          Hide this offer of <bdi>{name}</bdi>?
        </Trans>
      }
      description={
        <Trans>
          Only its owner still sees it, and no trade can be opened on it. Open trades continue. The owner is notified by
          email, with your reason.
        </Trans>
      }
      doneText={t`Offer hidden`}
      act={(reason) => command.mutateAsync({ params: { offerId: id }, body: { reason } })}
    />
  )
}

function Unhide({ offer: { id, owner } }: { offer: StaffOffer }) {
  const { t } = useLingui()
  const command = useCommand(unhideOffer)
  const name = owner.username
  return (
    <ReasonDialog
      action={t`Show again`}
      name={t`Show this offer of ${name} again`}
      variant="accent"
      title={
        <Trans>
          Show this offer of <bdi>{name}</bdi> again?
        </Trans>
      }
      description={
        <Trans>It returns to the market if it is active. The owner is notified by email, with your reason.</Trans>
      }
      doneText={t`Offer shown again`}
      act={(reason) => command.mutateAsync({ params: { offerId: id }, body: { reason } })}
    />
  )
}
