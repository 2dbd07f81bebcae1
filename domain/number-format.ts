/** How a language writes numbers, and how a typed number is read back. Decimal strings never become JavaScript numbers. */

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

/**
 * Reads a number as a page with these separators writes it: "1,500" is "1500" in English and "1.500" in French.
 * Also reads unambiguous forms: spaces and Arabic marks between thousands, "1.500,5", or a foreign decimal
 * mark ("150.5" in French). Returns a decimal string with a point, or null when the text is not a number or could be
 * ambiguous: a foreign mark with exactly three digits after it ("1.500" in French), or groups of other than three digits.
 */
export function readDecimal(typed: string, separators: Separators): string | null {
  const text = typed
    .replaceAll(/[\u200E\u200F\u061C\u2066-\u2069]/g, '')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replace('−', '-')
    .trim()
  const [, sign = '', figure = ''] = /^([+-]?)(.*)$/s.exec(text) ?? []
  if (figure === '') return sign
  if (!/^[\d.,٫٬'’\s]+$/.test(figure)) return null
  const mark = decimalMarkOf(figure, separators)
  if (mark === null) return null
  const at = mark === '' ? figure.length : figure.lastIndexOf(mark)
  const whole = readWhole(figure.slice(0, at))
  const fraction = figure.slice(at + mark.length)
  if (whole === null || /\D/.test(fraction)) return null
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const ARABIC_ZERO = '٠'.charCodeAt(0)
const ARABIC_MARK = '٫'

/** The decimal mark; empty for a whole number, null when it is ambiguous. */
function decimalMarkOf(figure: string, { decimal, group }: Separators): string | null {
  const arabic = figure.split(ARABIC_MARK).length - 1
  if (arabic > 0) return arabic === 1 ? ARABIC_MARK : null
  const marks = [...figure.matchAll(/[.,]/g)].map(([mark]) => mark)
  const last = marks.at(-1)
  if (last === undefined) return ''
  const isOnlyOnce = marks.filter((mark) => mark === last).length === 1
  if (!isOnlyOnce) return last === decimal ? null : ''
  // "1.500,5", "1 500.500": the second kind of separator can only be the decimal mark.
  const [before = '', after = ''] = figure.split(last)
  if (/[^\d]/.test(before) || last === decimal) return last
  const isGrouped = /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after)
  if (last === group) return isGrouped ? '' : null
  return isGrouped ? null : last
}

/** Digits without their group separators, of which one kind is allowed; null when a group is not of three digits. */
function readWhole(text: string): string | null {
  const kinds = new Set(text.replaceAll(/\d/g, '').replaceAll(/\s/g, ' '))
  if (kinds.size === 0) return text === '' ? '0' : text
  if (kinds.size > 1 || !/^\d{1,3}(\D\d{3})+$/.test(text)) return null
  return text.replaceAll(/\D/g, '')
}
