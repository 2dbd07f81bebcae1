import { Trans, useLingui } from '@lingui/react/macro'
import { answerMessage } from '../../../domain/api/staff/staff.ts'
import type { ReceivedMessage } from '../../../domain/api/staff/staff.ts'
import { ANSWER_MAX, answerSchema } from '../../../domain/staff/staff-forms.ts'
import { useCommand } from '../../use-command.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useActionForm } from '../use-action-form.ts'

/** Writes an answer, which is mailed to the sender with the message below it. */
export function AnswerMessage({ message, onDone }: { message: ReceivedMessage; onDone: () => void }) {
  const { t } = useLingui()
  const command = useCommand(answerMessage)
  const answer = useTextDraft(`answer ${message.id}`)
  const form = useActionForm({
    schema: answerSchema,
    extra: { answer: answer.text },
    async act(body) {
      await command.mutateAsync({ params: { messageId: message.id }, body })
      answer.discard()
      return t`Answer sent`
    },
    onDone,
  })
  return (
    <Form
      form={form}
      actions={
        <Button type="submit" variant="accent" busy={form.busy} className="justify-self-start">
          <Trans>Send answer</Trans>
        </Button>
      }
    >
      <blockquote
        dir="auto"
        className="max-h-40 overflow-y-auto border-s-2 border-line ps-3 text-sm whitespace-pre-wrap text-muted [overflow-wrap:anywhere]"
      >
        {message.message}
      </blockquote>
      <TextArea
        name="answer"
        label={t`Your answer`}
        rows={7}
        limit={ANSWER_MAX}
        value={answer.text}
        onValueChange={answer.write}
      />
    </Form>
  )
}
