import { useId } from 'react'
import type { Option } from './PlainSelect.tsx'

type Props<Value extends string> = {
  /** The key of the choice in a form that the browser sends by itself. */
  name?: string
  label: string
  labelHidden?: boolean
  options: readonly Option<Value>[]
  /** Null: none is on yet. */
  value: Value | null
  onValueChange: (value: Value) => void
  /** Below each other: for long names. */
  isStacked?: boolean
  className?: string
}

/** Two to four choices side by side, one of them on: radio buttons in another dress. */
export function SegmentedControl<Value extends string>(props: Props<Value>) {
  const { name, label, labelHidden = false, options, value, onValueChange, isStacked = false, className = '' } = props
  const id = useId()
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <span id={id} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </span>
      <div
        role="radiogroup"
        aria-labelledby={id}
        // Equally wide, unless the longest words need more than their share.
        className={`grid rounded-control border border-edge bg-surface p-1 ${isStacked ? 'auto-rows-[minmax(2.75rem,auto)] divide-y divide-line' : 'min-h-11 auto-cols-[minmax(min-content,1fr)] grid-flow-col'}`}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid cursor-pointer place-items-center rounded-[4px] px-3 text-center font-semibold text-muted max-sm:px-2 max-sm:py-1 max-sm:leading-tight sm:whitespace-nowrap hover:text-ink has-checked:bg-ink has-checked:text-canvas forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
          >
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[4px]"
            />
            {option.label}
          </label>
        ))}
      </div>
    </div>
  )
}
