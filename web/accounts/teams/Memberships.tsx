import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { acceptTeamInvitation, leaveTeam, type TeamOwner } from '../../../domain/api/accounts/teams.ts'
import { errorText } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { useKeepTeam } from './queries.ts'
import { TeamIdentity } from './TeamIdentity.tsx'
import { useActFor } from './use-act-for.ts'

/** The teams that the user is a member of, and invitations to accept or decline. */
export function Memberships({ teams }: { teams: readonly TeamOwner[] }) {
  return (
    <ul className="panel divide-y divide-line">
      {teams.map((team) => (
        <Membership key={team.id} team={team} />
      ))}
    </ul>
  )
}

function Membership({ team: { id, ownerId, username, avatar, roles, acceptedAt } }: { team: TeamOwner }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const keep = useKeepTeam()
  const { isBusy, actFor } = useActFor()
  const accept = useCommand(acceptTeamInvitation)
  const leave = useCommand(leaveTeam)
  const [isLeaving, setIsLeaving] = useState(false)
  // The dialog shows the error of leaving.
  const problem = accept.error ?? (isLeaving ? null : leave.error)
  const onSuccess = ({ teams }: { teams: TeamOwner[] }) => keep.teams(teams)
  const end = () => leave.mutate({ params: { membershipId: id } }, { onSuccess })
  function endAccepted() {
    leave.mutate(
      { params: { membershipId: id } },
      {
        onSuccess: (left) => {
          onSuccess(left)
          notify(t`You left the team of ${username}`)
        },
      },
    )
  }
  function close() {
    leave.reset()
    setIsLeaving(false)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 md:px-5">
      <TeamIdentity username={username} avatar={avatar} roles={roles}>
        {acceptedAt === null && (
          <p className="text-sm text-muted">
            <Trans>Accept only if you know this trader. Never take payments on your own accounts for a team.</Trans>
          </p>
        )}
        {problem && <ErrorNote>{errorText(problem)}</ErrorNote>}
      </TeamIdentity>
      <div className="flex flex-wrap gap-2">
        {acceptedAt === null ? (
          <Button
            size="row"
            variant="accent"
            busy={accept.isPending}
            aria-label={t`Accept the invitation of ${username}`}
            onClick={() => accept.mutate({ params: { membershipId: id }, body: {} }, { onSuccess })}
          >
            <Trans>Accept</Trans>
          </Button>
        ) : (
          <Button size="row" variant="accent" busy={isBusy} onClick={() => actFor(ownerId)}>
            {t`Act for ${username}`}
          </Button>
        )}
        <Button
          size="row"
          busy={leave.isPending && !isLeaving}
          onClick={acceptedAt === null ? end : () => setIsLeaving(true)}
        >
          {acceptedAt === null ? <Trans>Decline</Trans> : <Trans>Leave the team</Trans>}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isLeaving}
        onClose={close}
        title={t`Leave the team of ${username}?`}
        confirm={{
          label: <Trans>Leave the team</Trans>,
          variant: 'danger',
          busy: leave.isPending,
          onConfirm: endAccepted,
        }}
        error={leave.error ? errorText(leave.error) : undefined}
      >
        <Trans>You can no longer act for this trader. To return, you need a new invitation.</Trans>
      </ConfirmDialog>
    </li>
  )
}
