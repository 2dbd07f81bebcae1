import { Field as BaseField } from '@base-ui/react/field'
import { useState, type ReactNode } from 'react'
import { controlClass } from './control-class.ts'
import { Field, type FieldProps } from './Field.tsx'
import { tidyDecimal } from './tidy-decimal.ts'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

type Props = FieldProps & {
  /** The decimal as typed, with a point: money never becomes a JavaScript number. */
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  /** What the figure counts, shown inside the box at its end: "EUR", "%". */
  unit?: ReactNode
  /** Allows a leading + or - sign. */
  signed?: boolean
  placeholder?: string
  disabled?: boolean
}

/** A decimal figure in a text box with the number keyboard. A typed or pasted comma becomes a point, blanks go. */
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
  const [typed, setTyped] = useState(defaultValue ?? '')
  const control = usePreHydrationInput(value ?? typed, take)

  function take(next: string) {
    setTyped(tidyDecimal(next))
    onValueChange?.(tidyDecimal(next))
  }

  return (
    <Field {...field}>
      {/* In every language the unit follows the figure, which is written from left to right. */}
      <div dir="ltr" className="relative">
        <BaseField.Control
          ref={control}
          type="text"
          // Phones show no sign on the decimal keyboard.
          inputMode={signed ? 'text' : 'decimal'}
          autoComplete="off"
          value={value ?? typed}
          placeholder={placeholder}
          disabled={disabled}
          onValueChange={take}
          className={`${controlClass} num ${unit === undefined ? '' : 'pe-16'}`}
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
