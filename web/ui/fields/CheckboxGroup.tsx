import { Field as BaseField } from '@base-ui/react/field'
import { useId } from 'react'
import { FieldNotes } from './Field.tsx'
import type { Option } from './PlainSelect.tsx'
import { usePreHydrationChecked } from './use-pre-hydration-input.ts'

type Choice<Value extends string> = Option<Value> & { hint?: string }

type Props<Value extends string> = {
  /** The key of the values in a form, and of their error. */
  name: string
  label: string
  hint?: string
  options: readonly Choice<Value>[]
  /** In the order in which they were chosen. */
  values: readonly Value[]
  /** How many can be chosen. */
  most: number
  onValuesChange: (values: Value[]) => void
  className?: string
}

/** Several choices out of a list that is in view. */
export function CheckboxGroup<Value extends string>(props: Props<Value>) {
  const { name, label, hint, options, values, most, onValuesChange, className = '' } = props
  const id = useId()
  return (
    <BaseField.Root name={name} className={`grid content-start gap-1.5 ${className}`}>
      <div role="group" aria-labelledby={id} className="grid gap-1.5">
        <span id={id} className="text-sm font-medium">
          {label}
        </span>
        <div className="grid gap-x-5 rounded-control border border-edge bg-surface px-3 py-1 sm:grid-cols-2">
          {options.map((option) => {
            const isChosen = values.includes(option.value)
            return (
              <Box
                key={option.value}
                option={option}
                isChosen={isChosen}
                isDisabled={!isChosen && values.length >= most}
                onChange={(chosen) =>
                  onValuesChange(chosen ? [...values, option.value] : values.filter((value) => value !== option.value))
                }
              />
            )
          })}
        </div>
      </div>
      <FieldNotes hint={hint} />
    </BaseField.Root>
  )
}

type BoxProps = {
  option: Choice<string>
  isChosen: boolean
  isDisabled: boolean
  onChange: (isChosen: boolean) => void
}

function Box({ option: { value, label, hint }, isChosen, isDisabled, onChange }: BoxProps) {
  const input = usePreHydrationChecked(isChosen, onChange)
  const id = useId()
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2 has-disabled:cursor-not-allowed has-disabled:text-muted">
      <input
        ref={input}
        type="checkbox"
        autoComplete="off"
        value={value}
        checked={isChosen}
        disabled={isDisabled}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-0.5 size-5 shrink-0 accent-ink"
      />
      <span>
        <span id={id}>{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
