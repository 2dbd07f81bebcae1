import { Plural, Trans } from '@lingui/react/macro'
import type { ListedCase } from '../../../domain/api/disputes/disputes.ts'
import { DISPUTE_STATUS_TEXTS } from '../../../domain/disputes/disputes.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Translated } from '../../ui/Translated.tsx'

/** The status of a case, whether it is an appeal, and how many decisions came too late. */
export function CaseBadges({
  dispute,
}: {
  dispute: Pick<ListedCase, 'status' | 'round' | 'lateDecisions' | 'isMine' | 'group'>
}) {
  const { status, round, lateDecisions, isMine, group } = dispute
  return (
    <>
      <Badge tone={isMine && status === 'deciding' ? 'accent' : 'neutral'}>
        <Translated text={DISPUTE_STATUS_TEXTS[status]} />
      </Badge>
      {round > 1 && (
        <Badge tone="sell">
          <Trans>Appeal</Trans>
        </Badge>
      )}
      {lateDecisions > 0 && (
        <Badge tone="sell">
          <Plural value={lateDecisions} one="# late decision" other="# late decisions" />
        </Badge>
      )}
      {group !== null && (
        <Badge tone="sell">
          <Plural value={group.cases} one="# linked case" other="# linked cases" /> · <bdi dir="ltr">{group.name}</bdi>
        </Badge>
      )}
    </>
  )
}
