import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** How many trades a trader completed; without any, "New trader" (decisions: Offers). */
export function TraderRecord({ completedTrades }: { completedTrades: number }) {
  const { t } = useLingui()
  if (completedTrades === 0) return t`New trader`
  return t`${plural(completedTrades, { one: '# trade', other: '# trades' })}`
}
