import { Field as BaseField } from '@base-ui/react/field'
import { useState } from 'react'
import { controlClass } from './control-class.ts'
import { Field, type FieldProps } from './Field.tsx'
import { useDecimalValue } from './decimal-values.ts'
import { useDecimalInput } from './use-decimal-input.ts'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

type Props = FieldProps & {
  /** A decimal string with a point: money never becomes a JavaScript number. */
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  /** The code of the unit, which can be typed with the number and is shown at the field's end: "EUR", "%". */
  unit?: string | undefined
  /** Allows a leading + or - sign. */
  signed?: boolean
  placeholder?: string
  disabled?: boolean
}

/** A decimal number in a text input with the number keyboard, typed and shown as the page's language writes it. */
export function NumberTextField({
  value,
  defaultValue,
  onValueChange,
  unit,
  signed = false,
  placeholder,
  disabled,
  ...field
}: Props) {
  const [own, setOwn] = useState(defaultValue ?? '')
  const input = useDecimalInput(value ?? own, take, unit)
  const control = usePreHydrationInput(input.text, input.onChange)
  useDecimalValue(field.name, value ?? own)

  function take(next: string) {
    setOwn(next)
    onValueChange?.(next)
  }

  return (
    <Field {...field} error={input.isNoNumber ? (field.error ?? input.problem) : (input.problem ?? field.error)}>
      <div className="relative">
        <BaseField.Control
          ref={control}
          type="text"
          // Phones show no sign on the decimal keyboard.
          inputMode={signed ? 'text' : 'decimal'}
          autoComplete="off"
          // Digits run from left to right in every language; the box itself is mirrored.
          dir="ltr"
          value={input.text}
          placeholder={placeholder}
          disabled={disabled}
          onValueChange={input.onChange}
          onBlur={input.onBlur}
          className={`${controlClass} num rtl:text-end ${unit === undefined ? '' : 'pe-16 rtl:ps-16 rtl:pe-3'}`}
        />
        {unit !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-sm text-muted">
            {unit}
          </span>
        )}
      </div>
    </Field>
  )
}
