import { Trans } from '@lingui/react/macro'
import type { ApiKey } from '../../../domain/api/accounts/api-keys.ts'
import { Badge } from '../../ui/Badge.tsx'

/** Working, failing or paused. */
export function WebhookState({ webhook }: { webhook: NonNullable<ApiKey['webhook']> }) {
  if (webhook.pausedAt !== null) {
    return (
      <Badge tone="sell">
        <Trans>Sending paused</Trans>
      </Badge>
    )
  }
  return webhook.failingSince === null ? (
    <Badge tone="buy">
      <Trans>Working</Trans>
    </Badge>
  ) : (
    <Badge tone="sell">
      <Trans>Failing</Trans>
    </Badge>
  )
}
