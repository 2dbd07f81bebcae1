import { useLingui } from '@lingui/react/macro'
import type { TextValues } from '../../domain/texts.ts'

type Props = { text: string; values?: TextValues }

/** Translates a text of domain/ (a status, a method, a reason) into the reader's language. */
export function Translated({ text, values }: Props) {
  const { i18n } = useLingui()
  return i18n._(text, values)
}
