import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { markAnswered } from '../../../domain/api/staff/staff.ts'
import { noteSchema, REASON_MAX, REASON_MIN } from '../../../domain/staff/staff-forms.ts'
import { useCommand } from '../../use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useActionForm } from '../use-action-form.ts'

/** Records that a message was answered, with an optional note. */
export function MarkAnswered({ messageId, onDone }: { messageId: string; onDone: () => void }) {
  const { t } = useLingui()
  const command = useCommand(markAnswered)
  const [note, setNote] = useState('')
  const form = useActionForm({
    schema: noteSchema,
    extra: { note },
    async act(body) {
      await command.mutateAsync({ params: { messageId }, body })
      return t`Marked as answered`
    },
    onDone,
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy} className="justify-self-start">
          <Trans>Mark as answered</Trans>
        </Button>
      }
    >
      <TextArea
        name="note"
        label={t`Note for the audit log`}
        hint={t`Optional. At least ${plural(REASON_MIN, { one: '# character', other: '# characters' })}.`}
        rows={3}
        limit={REASON_MAX}
        value={note}
        onValueChange={setNote}
      />
    </Form>
  )
}
