import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { TERMS_MAX, type OfferInput } from '../../../domain/offers/offer-form.ts'
import { useSession } from '../../session/session.ts'
import { AccountField } from '../../payments/payment-accounts/AccountField.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { accountOf } from './offer-values.ts'

type Props = {
  offer: OfferInput
  onChange: (part: Partial<OfferInput>) => void
  onAccount: (method: PaymentMethod, accountId: string | null) => void
  /** How often the form was sent without an account for each method. */
  missedSubmits: number
}

/** Where a seller is paid by each method, and what the other party must know. */
export function TermsFields({ offer, onChange, onAccount, missedSubmits }: Props) {
  const { t } = useLingui()
  const { actingFor } = useSession()
  const firstWithoutAccount = offer.paymentMethods.find((method) => accountOf(offer, method) === null)
  return (
    <>
      {offer.type === 'sell' &&
        (actingFor ? (
          <p className="text-sm text-muted sm:col-span-2">
            <Trans>For each payment method, buyers pay into an account of the team’s owner.</Trans>
          </p>
        ) : (
          offer.paymentMethods.map((method) => (
            <AccountField
              key={method}
              className="sm:col-span-2"
              method={method}
              isOneOfSeveral={offer.paymentMethods.length > 1}
              value={accountOf(offer, method)}
              onValueChange={(accountId) => onAccount(method, accountId)}
              missedSubmits={method === firstWithoutAccount ? missedSubmits : 0}
            />
          ))
        ))}
      <TextArea
        name="terms"
        label={t`Offer terms`}
        className="sm:col-span-2"
        hint={t`What the other party must know. Posted in the chat of every trade.`}
        limit={TERMS_MAX}
        value={offer.terms}
        onValueChange={(terms) => onChange({ terms })}
      />
    </>
  )
}
