/** "1 500,5" and "١٥٠٠٫٥" are "1500.5". Anything else is kept as typed, for the form's own rule to refuse. */
export function tidyDecimal(typed: string): string {
  return typed
    .replaceAll(/[\s٬]/g, '')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replace(/[,٫]/, '.')
}

const ARABIC_ZERO = '٠'.charCodeAt(0)
