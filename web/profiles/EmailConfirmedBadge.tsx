import { Trans } from '@lingui/react/macro'
import { Badge } from '../ui/Badge.tsx'

/** What "verified" means here: the email address is confirmed, no identity was checked. */
export function EmailConfirmedBadge({ isVerified }: { isVerified: boolean }) {
  if (!isVerified) return null
  return (
    <Badge tone="buy">
      <Trans>Email confirmed</Trans>
    </Badge>
  )
}
