import { Trans } from '@lingui/react/macro'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useRelationWith } from './queries.ts'
import { useSetRelation } from './use-set-relation.ts'

/** Trusts or blocks a trader, or takes that back. */
export function RelationButtons({ username }: { username: string }) {
  const present = useRelationWith(username)
  const { isBusy, setTo } = useSetRelation(username, present ?? null)
  if (present === undefined) return null
  if (present === 'trusted') {
    return (
      <>
        <Badge tone="buy">
          <Trans>You trust this trader</Trans>
        </Badge>
        <Button size="row" busy={isBusy} onClick={() => setTo(null)}>
          <Trans>Stop trusting</Trans>
        </Button>
      </>
    )
  }
  if (present === 'blocked') {
    return (
      <>
        <Badge tone="sell">
          <Trans>You’ve blocked this trader</Trans>
        </Badge>
        <Button size="row" busy={isBusy} onClick={() => setTo(null)}>
          <Trans>Unblock</Trans>
        </Button>
      </>
    )
  }
  return (
    <>
      <Button size="row" busy={isBusy} onClick={() => setTo('trusted')}>
        <Trans>Trust</Trans>
      </Button>
      <Button size="row" busy={isBusy} onClick={() => setTo('blocked')}>
        <Trans context="button">Block</Trans>
      </Button>
    </>
  )
}
