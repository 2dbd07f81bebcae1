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
  className?: string
}

/** A decimal number outside a form: a NumberTextField without hint and error. */
export function AmountField({ name, label, value, onValueChange, className = '' }: Props) {
  const id = useId()
  const decimal = useDecimalInput(value, onValueChange)
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
        className={`${controlClass} num rtl:text-end`}
      />
    </div>
  )
}
