import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { sendCaseMessage, type DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { MESSAGE_MAX } from '../../../domain/chat/chat.ts'
import { isBlank } from '../../../domain/reading/characters.ts'
import { isSendKey } from '../../chat/send-key.ts'
import { errorText } from '../../client.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { useCommand } from '../../use-command.ts'
import { useKeepCaseMessage } from './queries.ts'

/** The arbiter's message field. Enter sends, Shift and Enter starts a line. A message that was not sent stays in it. */
export function CaseComposer({ dispute: { tradeId, phrase } }: { dispute: DisputeCase }) {
  const { t } = useLingui()
  const keepMessage = useKeepCaseMessage(tradeId)
  const command = useCommand(sendCaseMessage)
  const { text, write: setText } = useTextDraft(`case ${tradeId}`)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const written = isBlank(text) ? '' : text.trim()

  async function send() {
    if (written === '' || command.isPending) return
    setProblem(undefined)
    try {
      keepMessage(await command.mutateAsync({ params: { tradeId }, body: { text: written } }))
      // What was typed since stays.
      if (box.current?.value.trim() === written) setText('')
    } catch (error) {
      setProblem(errorText(error))
    }
    box.current?.focus()
  }

  function quote() {
    setText(text === '' ? phrase : `${text} ${phrase}`)
    box.current?.focus()
  }

  return (
    <form
      className="grid gap-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
      <textarea
        ref={box}
        rows={3}
        value={text}
        maxLength={MESSAGE_MAX}
        dir={text === '' ? undefined : 'auto'}
        aria-label={t`Message to both parties`}
        placeholder={t`Type a message…`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return
          event.preventDefault()
          void send()
        }}
        className="min-w-0 resize-none rounded-control border border-edge bg-surface px-3 py-2 text-ink placeholder:text-muted"
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button size="row" onClick={quote}>
          <Trans>Quote the phrase</Trans>
        </Button>
        <Button type="submit" size="row" variant="accent" disabled={written === ''} busy={command.isPending}>
          <Trans>Send</Trans>
        </Button>
      </div>
    </form>
  )
}
