import { Trans } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { takerRole } from '../../../domain/offers/offers.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { CurrencyNoticeSlot } from '../currencies/CurrencyNoticeSlot.tsx'
import { DemoNotice } from '../../layout/DemoNotice.tsx'
import { Link } from '../../layout/Link.tsx'
import { EmailConfirmedBadge } from '../../profiles/EmailConfirmedBadge.tsx'
import { TraderRecord } from '../../profiles/TraderRecord.tsx'
import { MethodBadges } from '../../payments/MethodBadges.tsx'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { BackButton } from '../../layout/BackButton.tsx'
import { OtherOffersLink } from '../OtherOffersLink.tsx'
import { OfferDetails } from './OfferDetails.tsx'
import { TermsCard } from '../../trades/TermsCard.tsx'
import { TradeForm } from './TradeForm.tsx'
import { useOfferedMethods } from './use-offered-methods.ts'

type Props = {
  offer: Offer
  amount: string
  /** Those that the list of the offer is filtered by. */
  methods: readonly PaymentMethod[]
  onAmount: (amount: string) => void
  onMethod: (method: PaymentMethod) => void
}

/** A trade with the offer's owner: the form, with the offer's terms and details beside it. */
export function NewTrade({ offer: read, amount, methods, onAmount, onMethod }: Props) {
  const [offer, setMethods] = useOfferedMethods(read)
  return (
    <>
      <BackButton otherwise={paths.offers} />
      <Heading offer={offer} />
      <DemoNotice className="mt-3" />
      <div className="mt-4 grid items-start gap-6 md:mt-6 md:grid-cols-[1.5fr_1fr] md:gap-8">
        <div className="panel flex flex-col gap-6 p-5 sm:p-7">
          <TradeForm
            manner="page"
            offer={offer}
            amount={amount}
            methods={methods}
            onAmount={onAmount}
            onMethod={onMethod}
            onMethodsRead={setMethods}
            cancel={
              offer.status === 'active' ? (
                <Link to={paths.offers} className={buttonClass('quiet', 'normal', 'max-sm:px-3')}>
                  <Trans>Cancel</Trans>
                </Link>
              ) : (
                <OtherOffersLink offer={offer} amount={amount} />
              )
            }
          >
            {(isCurrencyRefused) => <CurrencyNoticeSlot currency={offer.fiatCurrency} isRefused={isCurrencyRefused} />}
          </TradeForm>
        </div>
        <div className="grid gap-6">
          <TermsCard terms={offer.terms} />
          <OfferDetails offer={offer} />
        </div>
      </div>
    </>
  )
}

function Heading({ offer }: { offer: Offer }) {
  const { username, avatar } = offer.owner
  return (
    <div className="mt-3">
      <div className="flex items-center gap-4">
        <Avatar name={username} picture={avatar} size={52} />
        <div className="min-w-0">
          <h1 className="title">
            {takerRole(offer.type) === 'buyer' ? <Trans>Buy USDT</Trans> : <Trans>Sell USDT</Trans>}
          </h1>
          <p className="text-muted">
            <Trans>
              Open a trade with <bdi className="font-semibold text-ink">{username}</bdi>
            </Trans>
          </p>
        </div>
      </div>
      <div className="num mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <TraderRecord trader={offer.owner} isSeller={offer.type === 'sell'} />
        <EmailConfirmedBadge trader={offer.owner} />
        <MethodBadges methods={offer.paymentMethods} />
      </div>
    </div>
  )
}
