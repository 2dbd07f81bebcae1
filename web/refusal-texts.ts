import { i18n } from '@lingui/core'
import type { Problem } from '../domain/api/endpoint.ts'
import { ERRORS, type ErrorCode } from '../domain/errors.ts'
import type { TextValues } from '../domain/texts.ts'
import { amountInText } from './amount-in-text.ts'
import { openingText } from './offers/business-hours/opening-text.ts'

type Refusal = Pick<Problem, 'code'> & Partial<Problem>

/**
 * The message of a refusal in the language of the page: the field's own message, else that of the code. For a code of a
 * newer server it is the server's English.
 */
export function inWords<P extends Refusal>(problem: P): P & Required<Pick<Problem, 'message' | 'fields'>> {
  const fields = Object.entries(problem.fields ?? {}).map(([name, text]) => [name, fieldText(text)] as const)
  const message = fields[0]?.[1] ?? ofCode(problem)
  return { ...problem, message, fields: Object.fromEntries(fields) }
}

function ofCode({ code, message, values }: Refusal): string {
  if (Object.hasOwn(ERRORS, code)) return i18n._(ERRORS[code as ErrorCode].text, shown(values))
  return message ?? i18n._(ERRORS.internal.text)
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Amounts are decimal strings, and moments are those of the next days. Both are formatted for the reader. A sentence needs no final zeros of the six decimals of USDT. */
function shown(values: TextValues = {}): TextValues {
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'string' && MOMENT.test(value)) return [name, openingText(value, i18n.locales)] as const
    const isAmount = typeof value === 'string' && /^\d+\.\d+$/.test(value)
    if (!isAmount) return [name, value] as const
    const amount = value.replace(/(\.\d{6})$/, (decimals) => decimals.replace(/\.?0+$/, ''))
    return [name, amountInText(amount, i18n.locales)] as const
  })
  return Object.fromEntries(entries)
}

/** A rule's own message in the reader's language; messages of the schema library stay as they are. */
function fieldText(text: string): string {
  return Object.hasOwn(i18n.messages, text) ? i18n._(text) : text
}
