import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { inviteTeamMember, type TeamMember } from '../../../domain/api/accounts/teams.ts'
import { invitationSchema } from '../../../domain/accounts/teams.ts'
import { type TeamRole } from '../../../domain/accounts/team-roles.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useCallForm } from '../../use-call-form.ts'
import { useCommand } from '../../use-command.ts'
import { RoleTicks } from './RoleTicks.tsx'

/** The roles are added to the values of the fields. */
const schema = z.object(invitationSchema.shape)

/** Invites a trader by username, with roles. */
export function InviteMember({ onInvited }: { onInvited: (members: TeamMember[]) => void }) {
  const { t } = useLingui()
  const [roles, setRoles] = useState<readonly TeamRole[]>(['chat'])
  const command = useCommand(inviteTeamMember)
  const form = useCallForm({
    schema,
    extra: { roles },
    async onSubmit(body) {
      onInvited((await command.mutateAsync({ body })).members)
    },
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy}>
          <Trans>Send invitation</Trans>
        </Button>
      }
    >
      <TextField name="username" label={t`Username`} autoComplete="off" />
      <RoleTicks
        roles={roles}
        onChange={(next) => {
          form.clear()
          setRoles(next)
        }}
      />
    </Form>
  )
}
