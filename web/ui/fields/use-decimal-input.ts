import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { decimalAsTyped, readDecimal, separatorsOf } from '../../../domain/number-format.ts'

export type DecimalInput = {
  /** What the input shows. */
  text: string
  /** Tells how to write the number, when what was typed is not one or could be two. */
  problem: string | undefined
  onChange: (typed: string) => void
  /** Rewrites what was typed in the page's own way. */
  onBlur: () => void
}

/**
 * Lets a number be typed in the page's language. `value` and `onValueChange` carry a decimal string with a point. What
 * cannot be read is passed on as typed but never with a point, so that no rule takes it for a number.
 */
export function useDecimalInput(value: string, onValueChange: (value: string) => void): DecimalInput {
  const { t, i18n } = useLingui()
  const separators = separatorsOf(i18n.locales)
  const [typed, setTyped] = useState<string | null>(null)
  const [isTyping, setIsTyping] = useState(false)

  const valueOf = (text: string) => readDecimal(text, separators) ?? text.replaceAll('.', ',')
  const isCurrent = typed !== null && valueOf(typed) === value
  const isUnreadable = isCurrent && readDecimal(typed, separators) === null
  const example = decimalAsTyped('1500.5', i18n.locales)
  return {
    text: isCurrent ? typed : decimalAsTyped(value, i18n.locales),
    problem: isUnreadable && !isTyping ? t`Write it without a thousands separator: ${example}` : undefined,
    onChange(next) {
      setTyped(next)
      setIsTyping(true)
      onValueChange(valueOf(next))
    },
    onBlur() {
      setIsTyping(false)
      if (!isUnreadable) setTyped(null)
    },
  }
}
