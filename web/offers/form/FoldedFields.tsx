import { Trans, useLingui } from '@lingui/react/macro'
import { largestTail } from '../../../domain/trades/amount-tail.ts'
import { CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { ASSET } from '../../../domain/asset.ts'
import {
  OPEN_TRADES_MAX,
  PAYMENT_WINDOWS,
  paymentWindowsOf,
  REFERENCE_POLICIES,
  REFERENCE_POLICY_LABELS,
} from '../../../domain/offers/offers.ts'
import { FIRST_MESSAGE_MAX, OFFER_DEFAULTS, type OfferInput } from '../../../domain/offers/offer-form.ts'
import { Link } from '../../layout/Link.tsx'
import { useFormats } from '../../formats.ts'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TakerFields } from '../../profiles/relations/TakerFields.tsx'
import { usePaymentWindow } from '../payment-window.ts'

type Props = {
  offer: OfferInput
  /** The offer as it is. */
  edited: MyOffer | undefined
  onChange: (part: Partial<OfferInput>) => void
}

/** The settings that most offers leave as they are. */
export function FoldedFields({ offer, edited, onChange }: Props) {
  const { t } = useLingui()
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TradeFields {...{ offer, edited, onChange }} />
      </div>
      <TakerFields
        trustedOnly={offer.trustedOnly}
        requirements={offer.requirements}
        newTakerShare={offer.newTakerShare}
        onChange={onChange}
      />
      <Checkbox
        name="hoursOnly"
        label={t`Only during my business hours`}
        hint={
          <Trans>
            Outside these hours the offer leaves the market.{' '}
            <Link to={paths.businessHours} className="underline underline-offset-4">
              Business hours
            </Link>
          </Trans>
        }
        checked={offer.hoursOnly}
        onCheckedChange={(hoursOnly) => onChange({ hoursOnly })}
      />
      <TextArea
        name="firstMessage"
        label={t`Automatic message`}
        hint={t`Optional. Your first message in the chat of every new trade, marked as automatic.`}
        rows={3}
        limit={FIRST_MESSAGE_MAX}
        value={offer.firstMessage}
        onValueChange={(firstMessage) => onChange({ firstMessage })}
      />
    </>
  )
}

/** How many trades there can be, and how each is paid. */
function TradeFields({ offer, edited, onChange }: Props) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const paymentWindow = usePaymentWindow()
  const tradeCounts = Array.from({ length: OPEN_TRADES_MAX }, (_, at) => ({
    value: String(at + 1),
    label: formats.count(at + 1),
  }))
  const tail = formats.fiat(largestTail(CURRENCIES[offer.fiatCurrency].stepMilli), offer.fiatCurrency)
  const left = edited && edited.availableUsdt !== null ? formats.usdt(edited.availableUsdt) : null
  return (
    <>
      <Select
        name="paymentWindowMinutes"
        label={t`Payment window`}
        options={paymentWindowsOf(offer.paymentMethods).map((minutes) => ({
          value: String(minutes),
          label: paymentWindow(minutes),
        }))}
        value={String(offer.paymentWindowMinutes)}
        onValueChange={(value) =>
          onChange({
            paymentWindowMinutes:
              PAYMENT_WINDOWS.find((minutes) => String(minutes) === value) ?? OFFER_DEFAULTS.paymentWindowMinutes,
          })
        }
      />
      <Select
        name="maxOpenTrades"
        label={t`Max. open trades`}
        options={tradeCounts}
        value={String(offer.maxOpenTrades)}
        onValueChange={(value) => onChange({ maxOpenTrades: Number(value) })}
      />
      <NumberTextField
        name="availableUsdt"
        label={offer.type === 'sell' ? t`USDT available to sell` : t`Total USDT to buy`}
        hint={
          left === null
            ? t`Optional. Leave empty for no limit.`
            : t`Includes USDT held by open trades. Left for new trades: ${left}`
        }
        unit={ASSET}
        value={offer.availableUsdt}
        onValueChange={(availableUsdt) => onChange({ availableUsdt })}
      />
      <Select
        name="referencePolicy"
        label={t`Payment reference`}
        hint={t`Some banks refuse payments with words.`}
        options={REFERENCE_POLICIES.map((value) => ({ value, label: i18n._(REFERENCE_POLICY_LABELS[value]) }))}
        value={offer.referencePolicy}
        onValueChange={(referencePolicy) => onChange({ referencePolicy })}
      />
      <div className="sm:col-span-2">
        <Checkbox
          name="amountTail"
          label={t`Unique amounts`}
          hint={t`Changes each amount by up to ${tail}, so that you recognise a payment without a reference.`}
          checked={offer.amountTail}
          onCheckedChange={(amountTail) => onChange({ amountTail })}
        />
      </div>
    </>
  )
}
