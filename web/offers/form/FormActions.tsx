import { Trans } from '@lingui/react/macro'
import type { OfferInput } from '../../../domain/offers/offer-form.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { SaveTemplate } from '../offer-templates/SaveTemplate.tsx'
import type { FormStep } from './use-form-step.ts'

type Props = {
  step: FormStep
  isBusy: boolean
  offer: OfferInput
  onBack: () => void
  onCancel: () => void
}

/** The buttons of a step, or of an existing offer. */
export function FormActions({ step, isBusy, offer, onBack, onCancel }: Props) {
  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-5">
      {/* By its key another element: a second press on "Continue" does not create the offer. */}
      <Button key={step} type="submit" variant="accent" busy={isBusy} busyText={<BusyText step={step} />}>
        {step === 'price' ? (
          <Trans>Continue</Trans>
        ) : step === 'terms' ? (
          <Trans>Create offer</Trans>
        ) : (
          <Trans>Save changes</Trans>
        )}
      </Button>
      {step === 'terms' && (
        <Button onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      )}
      <SaveTemplate offer={offer} />
      {step === 'both' && (
        <Link to={paths.myOffers} onClick={onCancel} className={buttonClass('quiet')}>
          <Trans>Cancel</Trans>
        </Link>
      )}
    </div>
  )
}

function BusyText({ step }: { step: FormStep }) {
  if (step === 'both') return <Trans>Saving…</Trans>
  return step === 'terms' ? <Trans>Creating…</Trans> : null
}
