import { Field as BaseField } from '@base-ui/react/field'
import { Field, type FieldProps } from './Field.tsx'
import { SelectBox, type Option } from './PlainSelect.tsx'

type Props<Value extends string> = Omit<FieldProps, 'aside'> & {
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean
}

/** One choice out of a short list, in a form. */
export function Select<Value extends string>({ options, value, onValueChange, disabled, ...field }: Props<Value>) {
  return (
    <Field {...field}>
      <BaseField.Control
        render={<SelectBox options={options} />}
        value={value}
        disabled={disabled}
        onValueChange={(next) => onValueChange(next as Value)}
      />
    </Field>
  )
}
