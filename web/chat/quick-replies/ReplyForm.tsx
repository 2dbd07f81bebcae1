import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { REPLY_MAX, quickReplySchema, type QuickReplyInput } from '../../../domain/chat/quick-replies.ts'
import { refusalOf } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

type Props = {
  initial: QuickReplyInput
  /** Makes the call; what it throws is shown above the buttons. */
  onSubmit: (input: QuickReplyInput) => Promise<void>
  onCancel: () => void
}

export function ReplyForm({ initial, onSubmit, onCancel }: Props) {
  const { t } = useLingui()
  const [title, setTitle] = useState(initial.title)
  const [text, setText] = useState(initial.text)
  const form = useZodForm({
    schema: quickReplySchema,
    onSubmit: (input) => onSubmit(input).catch(refusalOf),
  })
  return (
    <Form
      form={form}
      className="mt-3 grid gap-4"
      actions={
        <div className="flex gap-3">
          <Button type="submit" variant="accent" busy={form.busy}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      }
    >
      <TextField name="title" label={t`Title (optional)`} value={title} onValueChange={setTitle} />
      <TextArea name="text" label={t`Text`} rows={3} limit={REPLY_MAX} value={text} onValueChange={setText} />
    </Form>
  )
}
