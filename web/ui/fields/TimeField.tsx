import { controlClass } from './control-class.ts'

type Props = { label: string; value: string; onChange: (value: string) => void; isLabelHidden?: boolean }

/** A local time, in hours and minutes. */
export function TimeField({ label, value, onChange, isLabelHidden = false }: Props) {
  return (
    <label className="grid min-w-0 grow content-start gap-1.5 text-sm font-medium">
      <span className={isLabelHidden ? 'sr-only' : ''}>{label}</span>
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
