import { useLingui } from '@lingui/react/macro'
import { GROUPS } from './document.ts'
import { useScopeTexts } from './scope-texts.ts'

/** The sections of the API page, in their order. Each id is also the address of the section. */
export const SECTIONS = ['use', 'webhooks', ...GROUPS] as const
export type SectionId = (typeof SECTIONS)[number]

export function useSectionTexts(): Record<SectionId, { title: string; lead?: string }> {
  const { t } = useLingui()
  const { read, offers, trades, release } = useScopeTexts()
  return {
    use: { title: t`How to use the API` },
    webhooks: { title: t`Receive events` },
    public: { title: t`Without a key`, lead: t`These calls are public.` },
    read: { title: read.label, lead: read.hint },
    offers: { title: offers.label, lead: offers.hint },
    trades: { title: trades.label, lead: trades.hint },
    release: { title: release.label, lead: release.hint },
  }
}
