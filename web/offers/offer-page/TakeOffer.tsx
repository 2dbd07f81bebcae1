import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { formatUsdt, parseFiat, parseUsdt } from '../../../domain/money.ts'
import { takerRole } from '../../../domain/offers/offers.ts'
import { takerUsdt } from '../../../domain/trades/quote.ts'
import { useSession, type SessionState } from '../../session/session.ts'
import { ClosedNow } from '../business-hours/ClosedNow.tsx'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { useTyped } from '../../ui/fields/use-typed.ts'
import { OfferRefusal, refusalOfTrades } from '../../profiles/relations/OfferRefusal.tsx'
import { linkAmounts } from '../opening/amounts.ts'
import { TradeDialog } from '../opening/TradeDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { OtherOffersLink } from '../OtherOffersLink.tsx'
import { useLimitsRange } from '../use-limits-range.ts'

/** The amount, and the button that opens a trade with it; or why there is none. */
export function TakeOffer({ offer }: { offer: Offer }) {
  const { user, actingFor } = useSession()
  if (actingFor) return <ForMember offer={offer} actingFor={actingFor} />
  if (offer.isMine) return <OwnOffer offerId={offer.id} />
  if (offer.status !== 'active') {
    return (
      <div className="grid gap-3">
        <p className="font-medium">
          <Translated text={ERRORS.offer_unavailable.text} />
        </p>
        <OtherOffersLink offer={offer} />
      </div>
    )
  }
  const refusal = refusalOfTrades(user) ?? offer.refusal
  if (refusal !== null) return <OfferRefusal refusal={refusal} />
  if (offer.opensAt !== null) {
    return (
      <p className="font-medium">
        <ClosedNow opensAt={offer.opensAt} />
      </p>
    )
  }
  return <Start offer={offer} />
}

/** A visitor signs in first, and continues with the trade and its amount, which the address keeps (`paths.offer`). */
function Start({ offer }: { offer: Offer }) {
  const { t } = useLingui()
  const formats = useFormats()
  const limitsRange = useLimitsRange()
  const session = useSession()
  const [typed, setTyped] = useAmountInAddress()
  const [isOpen, setIsOpen] = useState(false)
  const isBuying = takerRole(offer.type) === 'buyer'
  const { usdt, wrong } = linkAmounts({ anchor: 'fiat', text: typed }, offer.price, offer)
  const isComplete = typed !== '' && wrong === null
  const moved = formats.usdt(formatUsdt(takerUsdt(takerRole(offer.type), parseUsdt(usdt) ?? 0n)))
  const limits = `${limitsRange(offer).fiat} ${offer.fiatCurrency}`
  const amount = isComplete ? typed : undefined
  const variant = isBuying ? 'buy' : 'sell'
  return (
    <div className="grid gap-4">
      <div className="noscript:hidden">
        <NumberTextField
          name="amount"
          label={isBuying ? t`You pay` : t`You are paid`}
          unit={offer.fiatCurrency}
          value={typed}
          onValueChange={setTyped}
          hint={
            wrong !== null
              ? t`Limits ${limits}`
              : !isComplete
                ? t`Optional, you can also enter it later`
                : isBuying
                  ? t`You receive ${moved} after the fee`
                  : t`You send ${moved} with the fee`
          }
        />
      </div>
      {session.status === 'signed-in' ? (
        <>
          <Button variant={variant} className="w-full" onClick={() => setIsOpen(true)}>
            <Trans>Open trade</Trans>
          </Button>
          <TradeDialog offer={isOpen ? offer : null} amount={amount} onClose={() => setIsOpen(false)} />
        </>
      ) : (
        <Link
          to={paths.loginThen(paths.newTrade(offer.id, { amount }))}
          className={buttonClass(variant, 'normal', 'w-full')}
        >
          <Trans>Sign in to trade</Trans>
        </Link>
      )}
    </div>
  )
}

/** The amount in the address, for a reload and for a sign-in by the header. */
function useAmountInAddress() {
  const [search, setSearch] = useSearchParams()
  const inAddress = search.get('amount') ?? ''
  return useTyped(parseFiat(inAddress) === null ? '' : inAddress, (amount) =>
    setSearch(amount === '' ? {} : { amount }, { replace: true, preventScrollReset: true }),
  )
}

type ForMemberProps = { offer: Offer; actingFor: NonNullable<SessionState['actingFor']> }

/** A team member manages the owner's offers only, with the role for it, and opens no trades. */
function ForMember({ offer, actingFor: { username, roles } }: ForMemberProps) {
  const owner = <bdi>{username}</bdi>
  if (offer.owner.username !== username) {
    return (
      <Note>
        <p>
          <Trans>You’re acting for {owner}. Team members don’t open trades.</Trans>
        </p>
      </Note>
    )
  }
  return (
    <Note>
      <p>
        <Trans>This is {owner}’s offer</Trans>
      </p>
      {roles.includes('offers') && <EditLink offerId={offer.id} />}
    </Note>
  )
}

function OwnOffer({ offerId }: { offerId: string }) {
  return (
    <Note>
      <p>
        <Trans>This is your offer</Trans>
      </p>
      <EditLink offerId={offerId} />
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-line/60 px-4 py-3 font-medium">
      {children}
    </div>
  )
}

function EditLink({ offerId }: { offerId: string }) {
  return (
    <Link to={paths.editOffer(offerId)} className={buttonClass('line', 'row')}>
      <Trans>Edit</Trans>
    </Link>
  )
}
