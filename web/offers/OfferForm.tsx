import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { createOffer, editOffer, type MyOffer } from '../../domain/api/offers/my-offers.ts'
import { CURRENCIES, PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import { PAYMENT_WINDOWS } from '../../domain/offers/offers.ts'
import { OFFER_DEFAULTS, offerSchema, type OfferInput } from '../../domain/offers/offer-form.ts'
import type { OfferTemplate } from '../../domain/api/offers/offer-templates.ts'
import { ApiError, refusalOf } from '../client.ts'
import { useSession } from '../session/session.ts'
import { useTextDraft } from '../session/text-draft.ts'
import { Link } from '../layout/Link.tsx'
import { CurrencyNoticeSlot } from './currencies/CurrencyNoticeSlot.tsx'
import { currenciesKey } from './currencies/queries.ts'
import { useCurrencyOptions } from './currencies/use-currency-options.ts'
import { useCommand } from '../use-command.ts'
import { isFault } from '../fault.ts'
import { AccountField } from '../payments/payment-accounts/AccountField.tsx'
import { usePaymentAccounts } from '../payments/payment-accounts/queries.ts'
import { SaveTemplate } from './offer-templates/SaveTemplate.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Form, useZodForm, type Refusal } from '../ui/fields/Form.tsx'
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { readOffersAgain } from './mine.ts'
import { MoreSettings } from './MoreSettings.tsx'
import { AmountFields, FoldedFields, RuleFields } from './OfferFields.tsx'
import { OfferPreview } from './OfferPreview.tsx'
import { methodFor, type OfferStart } from './offer-start.ts'

const empty: OfferInput = {
  ...OFFER_DEFAULTS,
  minAmount: '',
  maxAmount: '',
  pricePercentage: '0',
  terms: '',
  availableUsdt: '',
}

type Props = {
  /** The offer being edited. */
  edited?: MyOffer
  /** The offer whose values a new one starts with. */
  copied?: MyOffer
  /** What a new offer begins with. */
  template?: Pick<OfferTemplate, 'id' | 'content'>
  /** The currency and the payment method of a new offer that begins with nothing else. */
  start?: OfferStart
}

/** The offer's form, with a preview beside it. Rules and texts come from the domain (spec-coverage 5). */
export function OfferForm({ edited, copied, template, start }: Props) {
  const { t, i18n } = useLingui()
  const currencies = useCurrencyOptions()
  const { actingFor } = useSession()
  const { data: accounts } = usePaymentAccounts(!actingFor)
  const source = edited ?? copied
  const [values, setValues] = useState<OfferInput>(
    source ? inputOf(source) : { ...empty, ...start, ...template?.content },
  )
  const place = edited ? `${edited.id}/${edited.version}` : (copied?.id ?? template?.id ?? 'new')
  const terms = useTextDraft(`terms ${place}`, values.terms)
  const firstMessage = useTextDraft(`first message ${place}`, values.firstMessage)
  const offer = { ...values, terms: terms.text, firstMessage: firstMessage.text }
  const submit = useSubmit(edited, discardDrafts)
  const [missedSubmits, setMissedSubmits] = useState(0)
  const paymentAccountId = offer.type === 'sell' ? offer.paymentAccountId : null
  const form = useZodForm({
    schema: offerSchema,
    extra: { ...offer, paymentAccountId },
    async onSubmit(body) {
      if (body.type === 'buy' || body.paymentAccountId !== null || actingFor) return submit(body)
      setMissedSubmits((count) => count + 1)
    },
  })
  const currency = CURRENCIES[offer.fiatCurrency]

  function change(part: Partial<OfferInput>) {
    setValues((before) => ({ ...before, ...part }))
    if (part.terms !== undefined) terms.write(part.terms)
    if (part.firstMessage !== undefined) firstMessage.write(part.firstMessage)
  }

  function discardDrafts() {
    terms.discard()
    firstMessage.discard()
  }

  return (
    <Form
      form={form}
      className="panel relative grid gap-5 p-5 sm:grid-cols-2 sm:p-7 sm:*:[[role=alert]]:col-span-2 md:w-[calc((100%-2rem)*0.615)]"
      actions={
        <div className="flex flex-wrap gap-3 border-t border-line pt-5 sm:col-span-2">
          <Button
            type="submit"
            variant="accent"
            busy={form.busy}
            busyText={edited ? <Trans>Saving…</Trans> : <Trans>Creating…</Trans>}
          >
            {edited ? <Trans>Save changes</Trans> : <Trans>Create offer</Trans>}
          </Button>
          <SaveTemplate offer={offer} />
          {edited && (
            <Link to={paths.myOffers} onClick={discardDrafts} className={buttonClass('quiet')}>
              <Trans>Cancel</Trans>
            </Link>
          )}
        </div>
      }
    >
      {edited ? (
        <p className="text-lg font-semibold sm:col-span-2">
          {offer.type === 'sell' ? <Trans>Selling USDT</Trans> : <Trans>Buying USDT</Trans>}
        </p>
      ) : (
        <SegmentedControl
          label={t`I want to`}
          className="sm:col-span-2"
          options={[
            { value: 'sell', label: t`Sell USDT` },
            { value: 'buy', label: t`Buy USDT` },
          ]}
          value={offer.type}
          onValueChange={(type) => {
            change({ type })
            setMissedSubmits(0)
          }}
        />
      )}
      <Select
        name="fiatCurrency"
        label={t`Currency`}
        options={currencies}
        value={offer.fiatCurrency}
        onValueChange={(fiatCurrency) => {
          // The method of another currency would be refused.
          change({ fiatCurrency, paymentMethod: methodFor(fiatCurrency, accounts ?? []) })
          form.clear()
        }}
      />
      <Select
        name="paymentMethod"
        label={t`Payment method`}
        options={currency.methods.map((value) => ({ value, label: i18n._(PAYMENT_METHOD_NAMES[value]) }))}
        value={offer.paymentMethod}
        onValueChange={(paymentMethod) => change({ paymentMethod })}
      />
      {offer.type === 'sell' && actingFor && (
        <p className="text-sm text-muted sm:col-span-2">
          <Trans>Buyers pay into the owner’s default account for this method.</Trans>
        </p>
      )}
      {offer.type === 'sell' && !actingFor && (
        <AccountField
          className="sm:col-span-2"
          method={offer.paymentMethod}
          value={offer.paymentAccountId}
          onValueChange={(chosen) => {
            change({ paymentAccountId: chosen })
            form.clear()
          }}
          missedSubmits={missedSubmits}
        />
      )}
      <AmountFields offer={offer} edited={edited} onChange={change} />
      <RuleFields offer={offer} onChange={change} />
      <CurrencyNoticeSlot currency={offer.fiatCurrency} className="sm:col-span-2" />
      <MoreSettings isSet={hasMoreSettings(source ?? { ...empty, ...template?.content })}>
        <FoldedFields offer={offer} onChange={change} />
      </MoreSettings>
      <OfferPreview offer={offer} />
    </Form>
  )
}

type Settings = Pick<OfferInput, 'trustedOnly' | 'requirements' | 'newTakerShare' | 'firstMessage' | 'hoursOnly'>

function hasMoreSettings({ trustedOnly, requirements, newTakerShare, firstMessage, hoursOnly }: Settings): boolean {
  const isOpenToAll = Object.values(requirements).every((required) => required === 0)
  const isShared = newTakerShare === OFFER_DEFAULTS.newTakerShare
  return trustedOnly || hoursOnly || firstMessage !== '' || !isOpenToAll || !isShared
}

/** The form values of an existing offer. */
function inputOf(offer: MyOffer): OfferInput {
  const { type, fiatCurrency, paymentMethod, minAmount, maxAmount, pricePercentage, terms, maxOpenTrades } = offer
  return {
    type,
    fiatCurrency,
    paymentMethod,
    minAmount,
    maxAmount,
    pricePercentage,
    terms,
    paymentWindowMinutes:
      PAYMENT_WINDOWS.find((minutes) => minutes === offer.paymentWindowMinutes) ?? OFFER_DEFAULTS.paymentWindowMinutes,
    maxOpenTrades,
    availableUsdt: offer.inventoryUsdt ?? '',
    paymentAccountId: offer.paymentAccountId,
    referencePolicy: offer.referencePolicy,
    amountTail: offer.amountTail,
    trustedOnly: offer.trustedOnly,
    requirements: offer.requirements,
    newTakerShare: offer.newTakerShare,
    firstMessage: offer.firstMessage,
    hoursOnly: offer.hoursOnly,
  }
}

/** Creates or updates the offer and goes to My offers; shows a server error in the specification's words. */
function useSubmit(edited: MyOffer | undefined, onSaved: () => void): (body: OfferInput) => Promise<Refusal | void> {
  const { t } = useLingui()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { notify } = useToast()
  const create = useCommand(createOffer)
  const change = useCommand(editOffer)

  async function send(body: OfferInput) {
    if (!edited) return create.mutateAsync({ body })
    const seen = { seenVersion: edited.version, seenInventoryUsdt: edited.inventoryUsdt ?? '' }
    return change.mutateAsync({ params: { offerId: edited.id }, body: { ...body, ...seen } })
  }

  return async (body) => {
    let saved: MyOffer
    try {
      saved = await send(body)
    } catch (error) {
      const text = edited
        ? t`Failed to save the offer. Please try again.`
        : t`Failed to create offer. Please try again.`
      if (error instanceof ApiError && error.code === 'offer_wrong_status') readOffersAgain(client)
      if (error instanceof ApiError && error.code === 'currency_unavailable') {
        void client.invalidateQueries({ queryKey: currenciesKey })
      }
      return isFault(error) ? { message: text } : refusalOf(error)
    }
    onSaved()
    readOffersAgain(client)
    if (edited) notify(t`Offer updated.`)
    else if (saved.opensAt === null) notify(t`Your offer is on the market.`)
    else notify(t`Offer created. It appears on the market when your business hours begin.`)
    await navigate(paths.myOffers)
  }
}
