import type { ReactNode } from 'react'
import type { TeamMember } from '../../../domain/api/accounts/teams.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { useRoleTexts } from './role-texts.ts'

type Props = Pick<TeamMember, 'username' | 'avatar' | 'roles'> & {
  /** Below the name. */
  children: ReactNode
}

/** The picture, name and roles of a member or owner, at the start of its row. */
export function TeamIdentity({ username, avatar, roles, children }: Props) {
  const words = useRoleTexts()
  return (
    <>
      <Avatar name={username} picture={avatar} />
      <div className="grid min-w-0 grow basis-48 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <bdi>{username}</bdi>
          {roles.map((role) => (
            <Badge key={role}>{words[role].label}</Badge>
          ))}
        </p>
        {children}
      </div>
    </>
  )
}
