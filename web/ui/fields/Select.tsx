import { Field as BaseField } from '@base-ui/react/field'
import { Field, type FieldProps } from './Field.tsx'
import { SelectBox, type Option } from './PlainSelect.tsx'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

type Props<Value extends string> = Omit<FieldProps, 'aside'> & {
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean
}

/** One choice out of a short list, in a form. */
export function Select<Value extends string>({ options, value, onValueChange, disabled, ...field }: Props<Value>) {
  // While the options are still loading, the control differs from the value without a choice.
  const isListed = options.some((option) => option.value === value)
  const control = usePreHydrationInput<HTMLSelectElement>(value, (chosen) => {
    if (isListed) onValueChange(chosen as Value)
  })
  return (
    <Field {...field}>
      <BaseField.Control
        render={<SelectBox options={options} ref={control} />}
        value={value}
        disabled={disabled}
        onValueChange={(next) => onValueChange(next as Value)}
      />
    </Field>
  )
}
