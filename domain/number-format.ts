/** How a language writes numbers; `reading/numbers.ts` reads them back. Decimal strings never become JavaScript numbers. */

/** The decimal mark and the group separator of a language. */
export type Separators = { decimal: string; group: string }
/** `isOwnGroup`: CLDR has the same group separator. */
type FoundSeparators = Separators & { isOwnGroup: boolean }

const NARROW_NO_BREAK_SPACE = '\u202F'

/**
 * Formats decimals ("1500.5", 1500.5) for BCP 47 locales: "1,500.50" in English, "1 500,50" in French.
 * Arabic with the digits 0-9 groups with a narrow no-break space, as Tunisian usage does, where CLDR has a point.
 */
export function decimalFormatter(
  locales: string | string[] | undefined,
  options: Intl.NumberFormatOptions = {},
): (value: string | number) => string {
  const format = new Intl.NumberFormat(locales, options)
  const { group, isOwnGroup } = separatorsOf(locales)
  // Parts cost several times as much as the whole.
  if (isOwnGroup) return (value) => format.format(value as `${number}`)
  return (value) =>
    format
      .formatToParts(value as `${number}`)
      .map((part) => (part.type === 'group' ? group : part.value))
      .join('')
}

/** The separators that `decimalFormatter` writes. */
export function separatorsOf(locales: string | string[] | undefined): FoundSeparators {
  const key = String(locales)
  const known = separators.get(key)
  if (known) return known
  const found = findSeparators(locales)
  separators.set(key, found)
  return found
}

/** Finding them costs more than formatting a page's numbers. */
const separators = new Map<string, FoundSeparators>()

function findSeparators(locales: string | string[] | undefined): FoundSeparators {
  const format = new Intl.NumberFormat(locales, { minimumFractionDigits: 1 })
  const parts = format.formatToParts(1_234_567.5)
  const find = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? ''
  const { locale, numberingSystem } = format.resolvedOptions()
  const isArabicLatin = locale.startsWith('ar') && numberingSystem === 'latn'
  return {
    decimal: find('decimal'),
    group: isArabicLatin ? NARROW_NO_BREAK_SPACE : find('group'),
    isOwnGroup: !isArabicLatin,
  }
}

/** Shows a decimal string in an input: "1500.5" is "1500,5" in French and "١٥٠٠٫٥" in Arabic digits. No grouping. */
export function decimalAsTyped(value: string, locales: string | string[] | undefined): string {
  const { decimal } = separatorsOf(locales)
  const digits = digitsOf(locales)
  return value.replaceAll(/\d/g, (found) => digits[Number(found)] ?? found).replace('.', decimal)
}

/** The digits 0 to 9 as the language writes them. */
function digitsOf(locales: string | string[] | undefined): readonly string[] {
  const key = String(locales)
  const known = knownDigits.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locales, { useGrouping: false })
  const found = Array.from({ length: 10 }, (_, digit) => format.format(digit))
  knownDigits.set(key, found)
  return found
}

const knownDigits = new Map<string, readonly string[]>()
