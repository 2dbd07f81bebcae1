import { useLingui } from '@lingui/react/macro'
import { Rail } from './Rail.tsx'

/** The rail as an explanation for a user who has not opened a trade yet. */
export function EscrowExplanation() {
  const { t } = useLingui()
  return (
    <Rail
      label={t`How a trade works`}
      holdsFrom={1}
      steps={[
        { state: 'plain', title: t`You open a trade` },
        { state: 'held', title: t`The seller’s USDT is locked` },
        { state: 'held', title: t`The buyer pays the seller` },
        { state: 'plain', title: t`The seller confirms, USDT is released` },
      ]}
    />
  )
}
