import { Trans, useLingui } from '@lingui/react/macro'
import type { CaseLinkKind } from '../../../domain/disputes/linked-cases.ts'
import { CASE_LINK_TEXTS } from './texts.ts'

/** What takers share, in words. */
export function SharedLinks({ links }: { links: readonly CaseLinkKind[] }) {
  const { i18n } = useLingui()
  if (links.length === 0) return <Trans>linked through other cases</Trans>
  const list = new Intl.ListFormat(i18n.locales ?? i18n.locale, { type: 'conjunction' })
  return <>{list.format(links.map((link) => i18n._(CASE_LINK_TEXTS[link])))}</>
}
