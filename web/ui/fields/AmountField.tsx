import { useId } from 'react'
import { controlClass } from './control-class.ts'
import { useDecimalInput } from './use-decimal-input.ts'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

type Props = {
  name: string
  label: string
  /** A decimal string with a point. */
  value: string
  onValueChange: (value: string) => void
  /** The code of the currency, which can be typed with the number. */
  unit: string
  className?: string
}

/** A decimal number outside a form: a NumberTextField without a hint. */
export function AmountField({ name, label, value, onValueChange, unit, className = '' }: Props) {
  const id = useId()
  const decimal = useDecimalInput(value, onValueChange, unit)
  const input = usePreHydrationInput(decimal.text, decimal.onChange)
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name={name}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={decimal.text}
        onChange={(event) => decimal.onChange(event.currentTarget.value)}
        onBlur={decimal.onBlur}
        aria-invalid={decimal.problem === undefined ? undefined : true}
        aria-describedby={decimal.problem === undefined ? undefined : `${id}-problem`}
        className={`${controlClass} num rtl:text-end`}
      />
      {decimal.problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="text-sm font-medium text-sell">
          {decimal.problem}
        </p>
      )}
    </div>
  )
}
