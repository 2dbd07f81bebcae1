import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { withNewTakerRequirement } from '../../../domain/offers/new-takers.ts'

type Limits = Pick<Offer, 'trustedOnly' | 'requirements' | 'newTakerShare'>
type Props = { offer: Limits & Pick<Offer, 'refusal'>; className?: string }

/** Who can take an offer, in its row or with its details; nothing for an offer that every trader can take. */
export function OfferRequirements({ offer, className = '' }: Props) {
  const { t } = useLingui()
  const words = useRequirementTexts(offer)
  // What is left says the rest: a line that only a signed-in reader has would move the rows below.
  if (words.length === 0) return null
  const isMet = offer.refusal === null
  return (
    <p className={`text-sm ${isMet ? 'text-muted' : 'text-sell'} ${className}`}>
      {words.join(' · ')}
      {!isMet && ` · ${t`You can’t open this trade yet.`}`}
    </p>
  )
}

function useRequirementTexts({ trustedOnly, requirements, newTakerShare }: Limits): string[] {
  const { t } = useLingui()
  const { accountDays, completedTrades, completionRate } = withNewTakerRequirement(requirements, newTakerShare)
  return [
    ...(trustedOnly ? [t`For trusted traders`] : []),
    ...(accountDays > 0
      ? [t`${plural(accountDays, { one: 'Account at least # day old', other: 'Account at least # days old' })}`]
      : []),
    ...(completedTrades > 0
      ? [t`${plural(completedTrades, { one: 'At least # trade', other: 'At least # trades' })}`]
      : []),
    ...(completionRate > 0 ? [t`At least ${completionRate}% completion`] : []),
  ]
}
