import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { endSessionsOf } from '../../../domain/api/staff/staff.ts'
import { REASON_MAX, reasonSchema } from '../../../domain/staff/staff-forms.ts'
import { useCommand } from '../../use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
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
      <TextArea
        name="reason"
        label={t`Reason for the audit log`}
        rows={3}
        limit={REASON_MAX}
        value={reason}
        onValueChange={setReason}
      />
    </Form>
  )
}
