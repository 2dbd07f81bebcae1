import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OfferInput } from '../../../domain/offers/offer-form.ts'
import { NEW_TAKER_SHARE_LABELS, NEW_TAKER_SHARES } from '../../../domain/offers/new-takers.ts'
import { REQUIREMENT_CHOICES, type Requirements } from '../../../domain/profiles/relations.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { PlainSelect } from '../../ui/fields/PlainSelect.tsx'
import { Select } from '../../ui/fields/Select.tsx'

type Values = Pick<OfferInput, 'trustedOnly' | 'requirements' | 'newTakerShare'>
type Props = Values & { onChange: (part: Partial<Values>) => void }

/** In the offer form: who can take the offer. */
export function TakerFields({ trustedOnly, requirements, newTakerShare, onChange }: Props) {
  const { t, i18n } = useLingui()
  const words: Record<keyof Requirements, (value: number) => string> = {
    accountDays: (days) => t`${plural(days, { one: 'At least # day', other: 'At least # days' })}`,
    completedTrades: (trades) => t`${plural(trades, { one: 'At least # trade', other: 'At least # trades' })}`,
    completionRate: (rate) => t`At least ${rate}%`,
  }
  const choose = (name: keyof Requirements, label: string) => (
    <PlainSelect
      name={name}
      label={label}
      options={choicesOf(name, requirements[name]).map((value) => ({
        value: String(value),
        label: value === 0 ? t`No requirement` : words[name](value),
      }))}
      value={String(requirements[name])}
      onValueChange={(value) => onChange({ requirements: { ...requirements, [name]: Number(value) } })}
    />
  )
  return (
    <section className="grid gap-5">
      <h2 className="text-base">
        <Trans>Who can open trades</Trans>
      </h2>
      <Checkbox
        name="trustedOnly"
        label={t`Only traders I trust`}
        hint={t`Others don’t see this offer. You trust a trader on their page.`}
        checked={trustedOnly}
        onCheckedChange={(checked) => onChange({ trustedOnly: checked })}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        {choose('accountDays', t`Account age`)}
        {choose('completedTrades', t`Completed trades`)}
        {choose('completionRate', t`Completion rate`)}
      </div>
      <Select
        name="newTakerShare"
        label={t`Traders without a completed trade can use together`}
        options={NEW_TAKER_SHARES.map((value) => ({ value, label: i18n._(NEW_TAKER_SHARE_LABELS[value]) }))}
        value={newTakerShare}
        onValueChange={(share) => onChange({ newTakerShare: share })}
        hint={t`Of the open trades, the USDT and your limits. Accounts are free: the rest stays for traders with a record. Where bonds are on, a third or half becomes up to two thirds for those who lock one.`}
      />
    </section>
  )
}

/** Adds a value that an API client has set to the choices. */
function choicesOf(name: keyof Requirements, present: number): number[] {
  return [...new Set<number>([...REQUIREMENT_CHOICES[name], present])].toSorted((a, b) => a - b)
}
