import { decimalFormatter } from '../domain/number-format.ts'

/**
 * An amount inside a sentence, in a locale's format: "1500.00" is "1500.00", in French "1500,00". It keeps its decimals
 * and has no thousands separator, as users type it into a field.
 */
export function amountInText(amount: string, locales: string | string[] | undefined): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return decimalFormatter(locales, { ...digits, useGrouping: false })(amount)
}
