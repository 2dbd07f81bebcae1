import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { changeTeamRoles, removeTeamMember, type TeamMember } from '../../../domain/api/accounts/teams.ts'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import { errorText } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { useKeepTeam } from './queries.ts'
import { TeamIdentity } from './TeamIdentity.tsx'
import { RoleTicks } from './RoleTicks.tsx'

/** A member of the user's team, or an open invitation. */
export function MemberLine({ member }: { member: TeamMember }) {
  const { t } = useLingui()
  const dates = useDates()
  const [open, setOpen] = useState<'roles' | 'removal'>()
  const { username, avatar, roles, invitedAt, acceptedAt } = member
  const since = dates.date(acceptedAt ?? invitedAt)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 md:px-5">
      <TeamIdentity username={username} avatar={avatar} roles={roles}>
        <p className="num text-sm text-muted">
          {acceptedAt === null ? <Trans>Invited on {since}</Trans> : <Trans>Joined on {since}</Trans>}
        </p>
      </TeamIdentity>
      <div className="flex flex-wrap gap-2">
        <Button size="row" aria-label={t`Change the roles of ${username}`} onClick={() => setOpen('roles')}>
          <Trans>Change roles</Trans>
        </Button>
        <Button
          size="row"
          variant="danger"
          aria-label={acceptedAt === null ? t`Withdraw the invitation to ${username}` : t`Remove ${username}`}
          onClick={() => setOpen('removal')}
        >
          {acceptedAt === null ? <Trans>Withdraw invitation</Trans> : <Trans>Remove</Trans>}
        </Button>
      </div>
      <Dialog isOpen={open === 'roles'} onClose={() => setOpen(undefined)} title={t`Roles of ${username}`}>
        <ChangeRoles member={member} onDone={() => setOpen(undefined)} />
      </Dialog>
      <Removal member={member} isOpen={open === 'removal'} onClose={() => setOpen(undefined)} />
    </li>
  )
}

function ChangeRoles({ member, onDone }: { member: TeamMember; onDone: () => void }) {
  const keep = useKeepTeam()
  const command = useCommand(changeTeamRoles)
  const [roles, setRoles] = useState<readonly TeamRole[]>(member.roles)
  function save() {
    command.mutate(
      { params: { membershipId: member.id }, body: { roles: [...roles] } },
      {
        onSuccess: ({ members }) => {
          keep.members(members)
          onDone()
        },
      },
    )
  }
  return (
    <div className="grid gap-5">
      <RoleTicks roles={roles} onChange={setRoles} />
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
      <Button variant="accent" busy={command.isPending} onClick={save}>
        <Trans>Save changes</Trans>
      </Button>
    </div>
  )
}

type RemovalProps = { member: TeamMember; isOpen: boolean; onClose: () => void }

/** Removes a member, or withdraws an invitation. */
function Removal({ member: { id, username, acceptedAt }, isOpen, onClose }: RemovalProps) {
  const { t } = useLingui()
  const { notify } = useToast()
  const keep = useKeepTeam()
  const command = useCommand(removeTeamMember)
  const isInvitation = acceptedAt === null
  function remove() {
    command.mutate(
      { params: { membershipId: id } },
      {
        onSuccess: ({ members }) => {
          onClose()
          keep.members(members)
          notify(
            isInvitation
              ? t`Invitation closed. ${username} isn’t in your team.`
              : t`${username} is no longer in your team`,
          )
        },
      },
    )
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isInvitation ? t`Withdraw the invitation to ${username}?` : t`Remove ${username}?`}
      confirm={{
        label: isInvitation ? <Trans>Withdraw invitation</Trans> : <Trans>Remove</Trans>,
        variant: 'danger',
        busy: command.isPending,
        onConfirm: remove,
      }}
      error={command.error ? errorText(command.error) : undefined}
    >
      {isInvitation ? (
        <Trans>
          This trader can no longer accept it. If the invitation has just been accepted, the membership ends.
        </Trans>
      ) : (
        <Trans>They stop acting for you immediately. What they did stays in the list.</Trans>
      )}
    </ConfirmDialog>
  )
}
