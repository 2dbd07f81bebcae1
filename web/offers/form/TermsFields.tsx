import { Trans, useLingui } from '@lingui/react/macro'
import { TERMS_MAX, type OfferInput } from '../../../domain/offers/offer-form.ts'
import { useSession } from '../../session/session.ts'
import { AccountField } from '../../payments/payment-accounts/AccountField.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'

type Props = {
  offer: OfferInput
  onChange: (part: Partial<OfferInput>) => void
  onAccount: (accountId: string | null) => void
  /** How often the form was sent without an account. */
  missedSubmits: number
}

/** Where a seller is paid, and what the other party must know. */
export function TermsFields({ offer, onChange, onAccount, missedSubmits }: Props) {
  const { t } = useLingui()
  const { actingFor } = useSession()
  return (
    <>
      {offer.type === 'sell' &&
        (actingFor ? (
          <p className="text-sm text-muted sm:col-span-2">
            <Trans>Buyers pay into the owner’s default account for this method.</Trans>
          </p>
        ) : (
          <AccountField
            className="sm:col-span-2"
            method={offer.paymentMethod}
            value={offer.paymentAccountId}
            onValueChange={onAccount}
            missedSubmits={missedSubmits}
          />
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
