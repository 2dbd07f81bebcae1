import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { replyToRating } from '../../../domain/api/profiles/ratings.ts'
import { RATING_COMMENT_MAX, ratingReplySchema } from '../../../domain/profiles/ratings.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useCallForm } from '../../use-call-form.ts'
import { useCommand } from '../../use-command.ts'
import { readRatingsAgain } from './queries.ts'

/** The rated trader's one reply; the form opens by a button. */
export function ReplyForm({ ratingId }: { ratingId: string }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const command = useCommand(replyToRating)
  const [isOpen, setIsOpen] = useState(false)
  const reply = useTextDraft(`reply ${ratingId}`)
  const form = useCallForm({
    schema: ratingReplySchema,
    async onSubmit(body) {
      await command.mutateAsync({ params: { ratingId }, body })
      reply.discard()
      readRatingsAgain(client)
    },
  })
  if (!isOpen) {
    return (
      <Button size="row" onClick={() => setIsOpen(true)} className="mt-2">
        <Trans>Reply</Trans>
      </Button>
    )
  }
  return (
    <Form
      form={form}
      className="mt-3 grid gap-3"
      actions={
        <Button type="submit" size="row" busy={form.busy} className="justify-self-start">
          <Trans>Post reply</Trans>
        </Button>
      }
    >
      <TextArea
        name="reply"
        label={t`Your reply`}
        hint={t`Public. You can reply once, and can’t change it.`}
        rows={3}
        limit={RATING_COMMENT_MAX}
        value={reply.text}
        onValueChange={reply.write}
      />
    </Form>
  )
}
