import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'
import type { Option } from './Select.tsx'

type Props<Value extends string> = {
  label: string
  labelHidden?: boolean
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  className?: string
}

/** Two to four choices side by side, one of them on: radio buttons in another dress. */
export function SegmentedControl<Value extends string>(props: Props<Value>) {
  const { label, labelHidden = false, options, value, onValueChange, className = '' } = props
  const id = useId()
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <span id={id} className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </span>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onValueChange(next as Value)}
        className="grid h-11 auto-cols-fr grid-flow-col rounded-control border border-edge bg-surface p-1"
      >
        {options.map((option) => (
          <Radio.Root
            key={option.value}
            value={option.value}
            aria-label={option.label}
            className="grid cursor-pointer place-items-center rounded-[4px] px-3 font-semibold whitespace-nowrap text-muted hover:text-ink data-[checked]:bg-ink data-[checked]:text-canvas"
          >
            {option.label}
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  )
}
