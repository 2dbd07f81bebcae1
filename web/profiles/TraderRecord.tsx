import { Plural, Trans } from '@lingui/react/macro'

/** How many trades a trader completed; without any, "New trader" (decisions: Offers). */
export function TraderRecord({ completedTrades }: { completedTrades: number }) {
  if (completedTrades === 0) return <Trans>New trader</Trans>
  return <Plural value={completedTrades} one="# trade" other="# trades" />
}
