import { useId } from 'react'
import { controlClass } from './control-class.ts'
import { tidyDecimal } from './tidy-decimal.ts'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

type Props = {
  label: string
  /** The decimal as typed, with a point. */
  value: string
  onValueChange: (value: string) => void
  className?: string
}

/** A decimal figure outside a form of ours, where nothing can be refused: a NumberTextField without hint and error. */
export function AmountField({ label, value, onValueChange, className = '' }: Props) {
  const id = useId()
  const take = (typed: string) => onValueChange(tidyDecimal(typed))
  const input = usePreHydrationInput(value, take)
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={value}
        onChange={(event) => take(event.currentTarget.value)}
        className={`${controlClass} num`}
      />
    </div>
  )
}
