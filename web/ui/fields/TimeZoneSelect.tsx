import { useLingui } from '@lingui/react/macro'
import { PlainSelect } from './PlainSelect.tsx'

type Props = { value: string; onValueChange: (timeZone: string) => void; className?: string }

/** The time zones that the browser knows, by their IANA names. */
export function TimeZoneSelect({ value, onValueChange, className = '' }: Props) {
  const { t } = useLingui()
  return (
    <PlainSelect
      name="timeZone"
      label={t`Time zone`}
      options={zonesWith(value).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      value={value}
      onValueChange={onValueChange}
      className={className}
    />
  )
}

/** Browsers list no alias, and a zone that was saved elsewhere may be one. */
function zonesWith(saved: string): string[] {
  return [...new Set(['UTC', saved, ...Intl.supportedValuesOf('timeZone')])].toSorted()
}
