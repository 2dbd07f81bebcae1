import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Trader } from '../../domain/api/offers/offers.ts'

/** A trader's record in the head of a page, which search engines and chats show: "12 trades"; of the demonstration "Demo · 12 trades". */
export function useRecordText({ isDemo, completedTrades }: Pick<Trader, 'isDemo' | 'completedTrades'>): string {
  const { t } = useLingui()
  const record =
    completedTrades === 0 ? t`New trader` : t`${plural(completedTrades, { one: '# trade', other: '# trades' })}`
  return isDemo ? `${t`Demo`} · ${record}` : record
}
