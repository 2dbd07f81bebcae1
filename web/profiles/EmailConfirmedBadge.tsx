import { Trans } from '@lingui/react/macro'
import type { Trader } from '../../domain/api/offers/offers.ts'
import { Badge } from '../ui/Badge.tsx'

/** What "verified" means here: the email address is confirmed, no identity was checked. A demo trader has no mailbox. */
export function EmailConfirmedBadge({ trader }: { trader: Pick<Trader, 'isVerified' | 'isDemo'> }) {
  if (!trader.isVerified || trader.isDemo) return null
  return (
    <Badge tone="buy">
      <Trans>Email confirmed</Trans>
    </Badge>
  )
}
