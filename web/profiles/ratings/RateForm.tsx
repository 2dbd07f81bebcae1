import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rateTrade } from '../../../domain/api/profiles/ratings.ts'
import { RATING_COMMENT_MAX, ratingSchema, STARS_MISSING } from '../../../domain/profiles/ratings.ts'
import { useDates } from '../../dates.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useCallForm } from '../../use-call-form.ts'
import { useCommand } from '../../use-command.ts'
import { keepTradeRatings } from './queries.ts'
import { StarsInput } from './StarsInput.tsx'

/** Stars and a comment about the other party of a completed trade. */
export function RateForm({ tradeId, until }: { tradeId: string; until: string }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const client = useQueryClient()
  const command = useCommand(rateTrade)
  const [stars, setStars] = useState<number | null>(null)
  const comment = useTextDraft(`rating ${tradeId}`)
  const [isMissing, setIsMissing] = useState(false)
  const form = useCallForm({
    schema: ratingSchema,
    extra: { stars: stars ?? 0 },
    async onSubmit(body) {
      keepTradeRatings(client, tradeId, await command.mutateAsync({ params: { tradeId }, body }))
      comment.discard()
    },
  })
  const date = dates.date(until)
  return (
    <Form
      form={form}
      className="mt-2 grid gap-4"
      actions={
        <Button
          type="submit"
          variant="accent"
          busy={form.busy}
          className="w-full sm:w-auto sm:justify-self-start"
          onClick={(event) => {
            setIsMissing(stars === null)
            if (stars === null) event.preventDefault()
          }}
        >
          <Trans>Submit rating</Trans>
        </Button>
      }
    >
      <p className="text-sm text-muted">
        <Trans>
          Public with your username, hidden until the other party rates too or until {date}. You can’t change it.
        </Trans>
      </p>
      <StarsInput
        value={stars}
        onValueChange={setStars}
        error={isMissing && stars === null ? i18n._(STARS_MISSING) : undefined}
      />
      <TextArea
        name="comment"
        label={t`Comment (optional)`}
        hint={t`Don’t include personal or payment data.`}
        rows={3}
        limit={RATING_COMMENT_MAX}
        value={comment.text}
        onValueChange={comment.write}
      />
    </Form>
  )
}
