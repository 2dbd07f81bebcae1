import { controlClass } from './control-class.ts'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  isLabelHidden?: boolean
  className?: string
}

/** A local time, in hours and minutes. */
export function TimeField({ label, value, onChange, isLabelHidden = false, className = '' }: Props) {
  return (
    <label className={`grid grid-cols-1 content-start gap-1.5 ${className}`}>
      <span className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>{label}</span>
      <input
        type="time"
        required
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={controlClass}
      />
    </label>
  )
}
