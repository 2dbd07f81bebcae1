import { useLingui } from '@lingui/react/macro'
import { presentZone, zonesToChoose } from '../../../domain/time-zones.ts'
import { PlainSelect } from './PlainSelect.tsx'

type Props = { value: string; onValueChange: (timeZone: string) => void; className?: string }

/** The time zones that the browser knows, by their IANA names. */
export function TimeZoneSelect({ value, onValueChange, className = '' }: Props) {
  const { t } = useLingui()
  const zones = zonesToChoose(Intl.supportedValuesOf('timeZone'), value)
  return (
    <PlainSelect
      name="timeZone"
      label={t`Time zone`}
      options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      value={presentZone(value)}
      onValueChange={onValueChange}
      className={className}
    />
  )
}
