import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ERRORS } from '../../../domain/errors.ts'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import { useSession } from '../../session/session.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { Translated } from '../../ui/Translated.tsx'

type Props = { roles: readonly TeamRole[]; children: ReactNode }

/** A page of the owner's offers or trades. A member with none of these roles reads why it is closed, before a call is refused. */
export function WithTeamRole({ roles, children }: Props) {
  const { actingFor } = useSession()
  if (!actingFor || roles.some((role) => actingFor.roles.includes(role))) return children
  const owner = <bdi className="font-semibold">{actingFor.username}</bdi>
  return (
    <EmptyState title={<Translated text={ERRORS.team_not_allowed.text} />}>
      <Trans>You’re acting for {owner}, who can give you the role that this page needs.</Trans>
    </EmptyState>
  )
}
