import { Trans } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { PAYMENT_METHOD_NAMES, type PaymentMethod } from '../../../domain/payments/methods.ts'
import { takerRole } from '../../../domain/offers/offers.ts'
import { CurrencyNoticeSlot } from '../currencies/CurrencyNoticeSlot.tsx'
import { DemoNotice } from '../../layout/DemoNotice.tsx'
import { useFormats } from '../../formats.ts'
import { EmailConfirmedBadge } from '../../profiles/EmailConfirmedBadge.tsx'
import { VsMarket } from '../rates/VsMarket.tsx'
import { TraderRecord } from '../../profiles/TraderRecord.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import { Icon } from '../../ui/Icon.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { TradeForm } from './TradeForm.tsx'
import { useOfferedMethods } from './use-offered-methods.ts'

type Props = {
  offer: Offer
  amount?: string | undefined
  /** Those that the list of the offer is filtered by. */
  methods?: readonly PaymentMethod[] | undefined
  onClose: () => void
}

/** Opens a trade over the page an offer was found on (spec-coverage 2 Trade dialog). */
export function OpenedTradeDialog({ offer: listed, amount = '', methods, onClose }: Props) {
  const [offer, setMethods] = useOfferedMethods(listed)
  const { username } = offer.owner
  const isBuying = takerRole(offer.type) === 'buyer'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isBuying ? <Trans>Buy USDT</Trans> : <Trans>Sell USDT</Trans>}
      description={
        <Trans>
          Open a trade with <bdi className="font-semibold text-ink">{username}</bdi>
        </Trans>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="num -mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <TraderRecord trader={offer.owner} isSeller={offer.type === 'sell'} />
          <EmailConfirmedBadge trader={offer.owner} />
        </div>
        <DemoNotice />
        <OfferLines offer={offer} />
        <TradeForm
          manner="dialog"
          offer={offer}
          amount={amount}
          methods={methods}
          onMethodsRead={setMethods}
          cancel={
            <Button variant="quiet" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          }
        >
          {(isCurrencyRefused) => (
            <>
              <EscrowProtection />
              <Terms terms={offer.terms} />
              <CurrencyNoticeSlot currency={offer.fiatCurrency} isRefused={isCurrencyRefused} />
            </>
          )}
        </TradeForm>
      </div>
    </Dialog>
  )
}

/** The limits are below the first amount, and several payment methods are a choice of the form. */
function OfferLines({ offer }: { offer: Offer }) {
  const formats = useFormats()
  return (
    <DescriptionList>
      <DescriptionRow label={<Trans>Price</Trans>}>
        <Trans>
          {formats.price(offer.price)} {offer.fiatCurrency} per USDT
        </Trans>{' '}
        · <VsMarket percentage={offer.pricePercentage} />
      </DescriptionRow>
      {offer.paymentMethods.length === 1 && (
        <DescriptionRow label={<Trans>Payment method</Trans>}>
          <Translated text={PAYMENT_METHOD_NAMES[offer.paymentMethods[0]!]} />
        </DescriptionRow>
      )}
    </DescriptionList>
  )
}

function EscrowProtection() {
  return (
    <section className="rounded-control border-s-4 border-accent bg-accent-soft px-4 py-3">
      <h2 className="flex items-center gap-2 text-base">
        <Icon of={Lock} size={14} />
        <Trans>Escrow protection</Trans>
      </h2>
      <p className="mt-1 text-sm">
        <Trans>
          The USDT stays locked until the seller confirms, the trade is cancelled or an arbiter decides. Never send USDT
          outside Sarraf.
        </Trans>
      </p>
    </section>
  )
}

function Terms({ terms }: { terms: string }) {
  if (terms === '') return null
  return (
    <section>
      <h2 className="text-base">
        <Trans>Offer terms</Trans>
      </h2>
      <p className="mt-1 text-sm whitespace-pre-line text-muted [overflow-wrap:anywhere]">
        <bdi>{terms}</bdi>
      </p>
    </section>
  )
}
