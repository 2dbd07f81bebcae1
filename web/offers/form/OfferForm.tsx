import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { offerPriceSchema, offerSchema, type OfferInput } from '../../../domain/offers/offer-form.ts'
import type { OfferTemplate } from '../../../domain/api/offers/offer-templates.ts'
import { useSession } from '../../session/session.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { CurrencyNoticeSlot } from '../currencies/CurrencyNoticeSlot.tsx'
import { usePaymentAccounts } from '../../payments/payment-accounts/queries.ts'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { FoldedFields } from './FoldedFields.tsx'
import { FormActions } from './FormActions.tsx'
import { MarketPreview } from './MarketPreview.tsx'
import { MoreSettings } from './MoreSettings.tsx'
import { BriefPreview, OfferPreview } from './OfferPreview.tsx'
import { PriceFields } from './PriceFields.tsx'
import { PriceLine } from './PriceLine.tsx'
import { FormPart, Steps } from './Steps.tsx'
import { TermsFields } from './TermsFields.tsx'
import { useListedOffer } from './listed-offer.ts'
import { methodsFor, type OfferStart } from './offer-start.ts'
import {
  accountsOf,
  EMPTY,
  FOLDED,
  hasMoreSettings,
  valuesOf,
  withAccount,
  withAllowedMethods,
  withMethods,
} from './offer-values.ts'
import { useFormStep } from './use-form-step.ts'
import { useSaveOffer } from './use-save-offer.ts'

type Props = {
  /** The offer being edited. */
  edited?: MyOffer
  /** The offer whose values a new one starts with. */
  copied?: MyOffer
  /** What a new offer begins with. */
  template?: Pick<OfferTemplate, 'id' | 'content'>
  /** The same, of a new offer that begins with nothing else. */
  start?: OfferStart
}

/** The offer's form in two steps, with its live preview. Rules and texts come from the domain (spec-coverage 5). */
export function OfferForm({ edited, copied, template, start }: Props) {
  const { actingFor } = useSession()
  const { data: accounts } = usePaymentAccounts(!actingFor)
  const isWide = useIsWide()
  const source = edited ?? copied
  const { latest, ...place } = start ?? {}
  const [initial] = useState<OfferInput>(
    source ? valuesOf(source) : withAllowedMethods({ ...EMPTY, ...latest, ...place, ...template?.content }),
  )
  const [values, setValues] = useState(initial)
  const draft = edited ? `${edited.id}/${edited.version}` : (copied?.id ?? template?.id ?? 'new')
  const terms = useTextDraft(`terms ${draft}`, values.terms)
  const firstMessage = useTextDraft(`first message ${draft}`, values.firstMessage)
  const offer = { ...values, terms: terms.text, firstMessage: firstMessage.text }
  const listed = useListedOffer(offer, edited)
  const [missedSubmits, setMissedSubmits] = useState(0)
  const { step, goOn, goBack, around } = useFormStep({
    hasSteps: edited === undefined,
    isPriceRight: z.safeParse(offerPriceSchema, offer).success,
  })
  const save = useSaveOffer(edited, discardDrafts)
  const form = useZodForm({
    schema: step === 'price' ? offerPriceSchema : offerSchema,
    extra: { ...offer, paymentAccountIds: offer.type === 'sell' ? accountsOf(offer) : [] },
    async onSubmit(body) {
      if (!isWhole(body)) return onPriceRight()
      if (body.paymentAccountIds.includes(null) && !actingFor) {
        return setMissedSubmits((count) => count + 1)
      }
      const refusal = await save(body)
      if (step === 'terms' && refusal?.field !== undefined && refusal.field in offerPriceSchema.shape) goBack()
      return refusal
    },
  })

  function onPriceRight() {
    // What the server refused is asked again with the whole form.
    form.clear()
    goOn()
  }

  function change(part: Partial<OfferInput>) {
    setValues((before) => ({ ...before, ...part }))
    if (part.type !== undefined) setMissedSubmits(0)
    if (part.terms !== undefined) terms.write(part.terms)
    if (part.firstMessage !== undefined) firstMessage.write(part.firstMessage)
  }

  function changeMethods(methods: PaymentMethod[]) {
    setValues((before) => withMethods(before, methods))
    form.clear()
  }

  function discardDrafts() {
    terms.discard()
    firstMessage.discard()
  }

  return (
    <div ref={around} className="grid scroll-mt-4 gap-6">
      <div className="grid min-w-0 grid-cols-1 items-start gap-8 lg:grid-cols-[1.6fr_1fr]">
        <Form
          form={form}
          className={`panel grid min-w-0 grid-cols-1 gap-5 p-5 sm:p-7 ${SCROLL_ROOM}`}
          actions={
            <>
              <FormActions step={step} isBusy={form.busy} offer={offer} onBack={goBack} onCancel={discardDrafts} />
              {!isWide && <PriceLine offer={offer} />}
            </>
          }
        >
          {step !== 'both' && <Steps step={step} />}
          <FormPart part="price" step={step}>
            {latest && (
              <p className="text-sm text-muted sm:col-span-2">
                <Trans>Filled in from your latest offer.</Trans>
              </p>
            )}
            <PriceFields
              offer={offer}
              isEdited={edited !== undefined}
              onChange={change}
              onCurrency={(fiatCurrency) => {
                // The methods of another currency would be refused.
                change({ fiatCurrency })
                changeMethods(methodsFor(fiatCurrency, accounts ?? []))
              }}
              onMethods={changeMethods}
            />
          </FormPart>
          <FormPart part="terms" step={step}>
            <TermsFields
              offer={offer}
              onChange={change}
              onAccount={(method, accountId) => {
                // Of several fields each proposes an account: none undoes the other's.
                setValues((before) => withAccount(before, method, accountId))
                form.clear()
              }}
              missedSubmits={missedSubmits}
            />
            <MoreSettings isSet={hasMoreSettings(initial)} isWrong={FOLDED.some((name) => name in form.props.errors)}>
              <FoldedFields offer={offer} edited={edited} onChange={change} />
            </MoreSettings>
            <CurrencyNoticeSlot currency={offer.fiatCurrency} className="sm:col-span-2" />
          </FormPart>
          {!isWide && step !== 'price' && (
            <div className="grid gap-4 border-t border-line pt-5">
              <MarketPreview offer={listed} />
              <BriefPreview offer={offer} />
            </div>
          )}
        </Form>
        {isWide && (
          <aside className="panel sticky top-6 min-w-0 p-7">
            <OfferPreview offer={offer} />
          </aside>
        )}
      </div>
      {isWide && (
        <div className={IN_VIEW}>
          <MarketPreview offer={listed} />
        </div>
      )}
    </div>
  )
}

/** As wide as the row on the market, and in view unless the screen is low. */
const IN_VIEW =
  '-mt-3 min-w-0 border-t border-line bg-canvas pt-3 pb-4 [@media(height>=50rem)]:sticky [@media(height>=50rem)]:bottom-0 [@media(height>=50rem)]:z-10'

/** The first step has a part of it. */
function isWhole(body: OfferInput | z.infer<typeof offerPriceSchema>): body is OfferInput {
  return 'terms' in body
}

/** What stays at the end of the screen does not cover the control with the focus. */
const SCROLL_ROOM =
  'barred:[&_:is(input,select,textarea,button,summary,a)]:scroll-mb-20 lg:[&_:is(input,select,textarea,button,summary,a)]:scroll-mb-48'
