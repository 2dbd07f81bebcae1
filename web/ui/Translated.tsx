import { useLingui } from '@lingui/react/macro'

/** A text that stands in domain/ (a status, a method, a reason), in the reader's language. */
export function Translated({ text }: { text: string }) {
  const { i18n } = useLingui()
  return i18n._(text)
}
