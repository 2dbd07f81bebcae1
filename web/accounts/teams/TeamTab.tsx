import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { ActList } from './ActList.tsx'
import { InviteMember } from './InviteMember.tsx'
import { MemberLine } from './MemberLine.tsx'
import { Memberships } from './Memberships.tsx'
import { useKeepTeam, useTeamMembers, useTeams } from './queries.ts'
import { RetryNote } from '../../RetryNote.tsx'

/** The user's team, what its members did, and the teams that the user is a member of. */
export function TeamTab() {
  const { t } = useLingui()
  const [members, teams] = [useTeamMembers(), useTeams()]
  const failed = members.error ? members : teams.error ? teams : null
  if (failed) return <RetryNote query={failed} />
  if (!members.data || !teams.data) return <SkeletonRows rows={3} label={t`Loading…`} />
  const isMember = teams.data.some(({ acceptedAt }) => acceptedAt !== null)
  return (
    <div className="grid max-w-3xl gap-10">
      {teams.data.length > 0 && (
        <section>
          <h2 className="mb-3 text-xl">
            <Trans>Teams you act in</Trans>
          </h2>
          <Memberships teams={teams.data} />
        </section>
      )}
      {!isMember && <OwnTeam />}
      <ActList />
    </div>
  )
}

function OwnTeam() {
  const { data: members = [] } = useTeamMembers()
  const keep = useKeepTeam()
  const [isInviting, setIsInviting] = useState(false)
  const { t } = useLingui()
  const { notify } = useToast()
  return (
    <section>
      <h2 className="mb-3 text-xl">
        <Trans>Your team</Trans>
      </h2>
      <div className="panel divide-y divide-line">
        <div className={`px-4 py-4 md:px-5 ${actionRowClass}`}>
          <p className="max-w-[34em] min-w-0 text-sm text-muted">
            <Trans>
              Members act for you from their own account, within the roles you give them. They see neither your payment
              accounts nor your settings, and the other party sees who acted.
            </Trans>
          </p>
          {members.length < LIMITS.team_members && (
            <Button size="row" onClick={() => setIsInviting(true)}>
              <Trans>Invite a trader</Trans>
            </Button>
          )}
        </div>
        {members.length > 0 && (
          <ul className="divide-y divide-line">
            {members.map((member) => (
              <MemberLine key={member.id} member={member} />
            ))}
          </ul>
        )}
      </div>
      <Dialog
        isOpen={isInviting}
        onClose={() => setIsInviting(false)}
        title={<Trans>Invite a trader</Trans>}
        startsInField
      >
        <InviteMember
          onInvited={(invited) => {
            setIsInviting(false)
            keep.members(invited)
            notify(t`Invitation sent`)
          }}
        />
      </Dialog>
    </section>
  )
}
