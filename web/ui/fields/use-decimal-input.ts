import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { decimalAsTyped, separatorsOf } from '../../../domain/number-format.ts'
import { readNumber } from '../../../domain/reading/numbers.ts'

export type DecimalInput = {
  /** What the input shows. */
  text: string
  /** Says why what was typed is no number of this field: it is none, could be two, or has another unit. */
  problem: string | undefined
  /** It is none, of which the field’s own rule says more where it has one. */
  isNoNumber: boolean
  onChange: (typed: string) => void
  /** Rewrites what was typed in the page's own way. */
  onBlur: () => void
}

/**
 * Lets a number be typed in the page's language. `value` and `onValueChange` carry a decimal string with a point. What
 * cannot be read is passed on so that no rule takes it for a number: a blank behind each point. `unit` is the code
 * of the field's currency or asset, or "%"; without one any can be typed.
 */
export function useDecimalInput(value: string, onValueChange: (value: string) => void, unit?: string): DecimalInput {
  const { i18n } = useLingui()
  const separators = separatorsOf(i18n.locales)
  const [typed, setTyped] = useState<string | null>(null)
  const [isTyping, setIsTyping] = useState(false)
  const problemOf = useDecimalProblem(unit)

  const read = (text: string) => {
    const found = readNumber(text, { separators, unit })
    return found && 'value' in found ? found.value : null
  }
  const valueOf = (text: string) => read(text) ?? text.replaceAll('.', '. ')
  const isCurrent = typed !== null && valueOf(typed) === value
  // A value from elsewhere, for example the address, can be a text that is no number.
  const shown = isCurrent ? typed : value
  const isUnreadable = isCurrent ? read(typed) === null : !/^[+-]?\d*(?:\.\d*)?$/.test(value)
  return {
    text: isCurrent || isUnreadable ? shown : decimalAsTyped(value, i18n.locales),
    problem: isUnreadable && !isTyping ? problemOf(shown) : undefined,
    isNoNumber: readNumber(shown, { separators, unit }) === null,
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

/** Says what is wrong with a text that is no number of the field. */
function useDecimalProblem(unit: string | undefined): (text: string) => string {
  const { t, i18n } = useLingui()
  const asTyped = (value: string) => groupedPlainly(decimalAsTyped(value, i18n.locales))
  return (text) => {
    const read = readNumber(text, { separators: separatorsOf(i18n.locales), unit })
    if (read && 'either' in read) {
      const [less, more] = [asTyped(withoutZeros(read.either[0])), asTyped(read.either[1])]
      return t`Did you mean ${less} or ${more}?`
    }
    if (read && 'otherUnit' in read && unit !== undefined) {
      const { otherUnit } = read
      return t`This is in ${otherUnit}. Enter the amount in ${unit}.`
    }
    const example = asTyped('1500.5')
    return t`Enter a number, for example ${example}`
  }
}

/** "150.500" is "150.5". */
function withoutZeros(decimal: string): string {
  return decimal.replace(/\.?0+$/, '')
}

/** A blank between the thousands is read in every language as nothing else. */
function groupedPlainly(typed: string): string {
  const [whole = ''] = /^\p{Nd}+/u.exec(typed) ?? []
  return whole.replaceAll(/(?<=\p{Nd})(?=(?:\p{Nd}{3})+$)/gu, '\u202F') + typed.slice(whole.length)
}
