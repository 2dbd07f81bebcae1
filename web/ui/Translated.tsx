import { useLingui } from '@lingui/react/macro'

/** Translates a text of domain/ (a status, a method, a reason) into the reader's language. */
export function Translated({ text }: { text: string }) {
  const { i18n } = useLingui()
  return i18n._(text)
}
