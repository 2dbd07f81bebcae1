import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { endSessionsOf } from '../../../domain/api/staff/staff.ts'
import { reasonSchema } from '../../../domain/staff/staff-forms.ts'
import { useCommand } from '../../use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { useActionForm } from '../use-action-form.ts'

/** Ends a user's sessions, for a reason that is written to the audit log. */
export function EndSessions({ userId, onDone }: { userId: string; onDone: () => void }) {
  const { t } = useLingui()
  const command = useCommand(endSessionsOf)
  const [reason, setReason] = useState('')
  const form = useActionForm({
    schema: reasonSchema,
    extra: { reason },
    async act(body) {
      const { ended } = await command.mutateAsync({ params: { userId }, body })
      return t`${plural(ended, { one: '# session ended', other: '# sessions ended' })}`
    },
    onDone,
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="danger" busy={form.busy} className="justify-self-start">
          <Trans>End all sessions</Trans>
        </Button>
      }
    >
      <ReasonField value={reason} onValueChange={setReason} />
    </Form>
  )
}
