import { i18n, type Messages } from '@lingui/core'
import { useLayoutEffect } from 'react'
import { formattingOf, NUMERALS, type Numerals } from '../../../domain/languages.ts'
import { isBlocksId } from '../../../domain/operator/policies.ts'
import { rewriteTexts } from '../../i18n.ts'
import { useHydrated } from '../../ui/hydration/use-hydrated.ts'
import { choice } from '../../session/choice.ts'

/** The digits Arabic pages are shown in. */
export const numerals = choice<Numerals>('numerals', NUMERALS, 'latn')

/** Applies the chosen digits to an Arabic page: to formatted numbers and to the texts. */
export function useNumerals(): void {
  const chosen = numerals.use()
  const isHydrated = useHydrated()
  useLayoutEffect(() => {
    // Until then, React compares the texts with those of the server.
    if (!isHydrated) return
    const formatting = formattingOf('ar', chosen)
    if (i18n.locale !== 'ar' || i18n.locales === formatting) return
    rewriteTexts(chosen === 'arab' ? inArabicDigits : (messages) => messages, formatting)
  }, [chosen, isHydrated])
}

/** The same texts with ٠ to ٩; tags, placeholder names and words like D17 stay. */
export function inArabicDigits(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([id, message]) => [
      id,
      isBlocksId(id) ? message : (convert(message) as typeof message),
    ]),
  )
}

/** A compiled text is a string, or a list of strings and values: ["8 of ", ["n", "plural", { one: ["1"] }]]. */
function convert(part: unknown): unknown {
  if (typeof part === 'string')
    return part.replaceAll(/<\/?\d+\/?>|[A-Za-z][\w-]*|[0-9]/g, (found) => arabicDigits[found] ?? found)
  if (!Array.isArray(part)) return part
  return part.map((inner: unknown) => (Array.isArray(inner) ? convertValue(inner) : convert(inner)))
}

function convertValue([name, kind, forms]: unknown[]): unknown[] {
  if (typeof forms !== 'object' || forms === null) return kind === undefined ? [name] : [name, kind]
  return [name, kind, Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, convert(text)]))]
}

const arabicDigits: Readonly<Record<string, string>> = Object.fromEntries(
  [...'٠١٢٣٤٥٦٧٨٩'].map((digit, value) => [String(value), digit]),
)
