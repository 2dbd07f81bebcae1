import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReceivedMessage } from '../../../domain/api/staff/staff.ts'
import { useSubjectTexts } from './subject-texts.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { AnswerMessage } from './AnswerMessage.tsx'
import { MarkAnswered } from './MarkAnswered.tsx'
import { ReasonText } from '../ReasonDialog.tsx'

/** One contact message with its answer. Admins answer from here, or by email from their own mailbox. */
export function MessageRow({ message }: { message: ReceivedMessage }) {
  const words = useSubjectTexts()
  const dates = useDates()
  const { reference, name, email, username } = message
  const mailto = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(reference)}`
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-5 md:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
        <Badge>{words[message.subject]}</Badge>
      </p>
      <p className="num text-sm text-muted [overflow-wrap:anywhere]">
        <bdi dir="ltr">{reference}</bdi> · {dates.moment(message.at)} ·{' '}
        <a href={mailto} className="underline underline-offset-4">
          <bdi dir="ltr">{email}</bdi>
        </a>
        {username !== null && (
          <>
            {' · '}
            <Trans>
              signed in as{' '}
              <Link to={paths.trader(username)} className="underline underline-offset-4">
                <bdi>{username}</bdi>
              </Link>
            </Trans>
          </>
        )}
      </p>
      <p dir="auto" className="w-fit max-w-[70ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {message.message}
      </p>
      {message.answered ? (
        <Answered answered={message.answered} />
      ) : (
        <div className="mt-2 flex flex-wrap gap-3">
          <AnswerButton message={message} />
          <MarkButton message={message} />
        </div>
      )}
    </li>
  )
}

function Answered({ answered: { at, by, note, answer } }: { answered: NonNullable<ReceivedMessage['answered']> }) {
  const moment = useDates().moment(at)
  return (
    <div className="text-sm">
      <p className="num font-medium text-buy">
        <Trans>
          Answered by <bdi>{by}</bdi>, {moment}
        </Trans>
      </p>
      {answer !== null && <ReasonText>{answer}</ReasonText>}
      {note !== null && (
        <p dir="auto" className="text-muted [overflow-wrap:anywhere]">
          {note}
        </p>
      )}
    </div>
  )
}

function AnswerButton({ message }: { message: ReceivedMessage }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { reference, email } = message
  return (
    <>
      <Button size="row" aria-label={t`Answer ${reference}`} onClick={() => setIsOpen(true)}>
        <Trans>Answer</Trans>
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={
          <Trans>
            Answer{' '}
            <bdi dir="ltr" className="whitespace-nowrap">
              {reference}
            </bdi>
          </Trans>
        }
        description={
          <Trans>
            Emailed to <bdi dir="ltr">{email}</bdi>, with the message below it.
          </Trans>
        }
        startsInField
      >
        <AnswerMessage message={message} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function MarkButton({ message: { id, reference } }: { message: ReceivedMessage }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="row" variant="quiet" aria-label={t`Mark as answered: ${reference}`} onClick={() => setIsOpen(true)}>
        <Trans>Mark as answered</Trans>
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={
          <Trans>
            Mark{' '}
            <bdi dir="ltr" className="whitespace-nowrap">
              {reference}
            </bdi>{' '}
            as answered?
          </Trans>
        }
        startsInField
      >
        <MarkAnswered messageId={id} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}
