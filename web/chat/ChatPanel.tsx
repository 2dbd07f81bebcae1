import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import type { Message } from '../../domain/api/chat/chat.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { CHAT_OPEN_HOURS } from '../../domain/chat/chat.ts'
import { RETENTION } from '../../domain/accounts/privacy.ts'
import { useSession } from '../session/session.ts'
import { StreamNote } from '../notifications/live/StreamNote.tsx'
import { otherSide } from '../../domain/trades/other-side.ts'
import { Composer } from './Composer.tsx'
import { dayOf } from '../dates.ts'
import { DaySeparator } from './DaySeparator.tsx'
import type { Draft } from './draft.ts'
import { DropArea } from './DropArea.tsx'
import { MessageBubble } from './MessageBubble.tsx'
import type { useMessages } from './messages.ts'
import { MessageLog } from './MessageLog.tsx'
import { NewMessagesLine } from './NewMessagesLine.tsx'
import type { Attachment, Outbox } from './outbox.ts'
import { useTypingSignal } from './typing.ts'
import { TypingNote } from './TypingNote.tsx'
import type { Reading } from './use-reading.ts'
import { UnsentBubble } from './UnsentBubble.tsx'
import { RetryNote } from '../RetryNote.tsx'

type Props = {
  trade: Trade
  query: ReturnType<typeof useMessages>
  outbox: Outbox
  draft: Draft
  reading: Reading
  /** The time by the server's clock. */
  now: () => number
  /** Beside the room rather than over it. */
  isBesideRail?: boolean
}

/** The messages and the box to write in. Fills the height it is given. */
export function ChatPanel({ trade, query, outbox, draft, reading, now, isBesideRail = false }: Props) {
  const messages = query.data ?? []
  const { actingFor } = useSession()
  const typing = useTypingSignal(trade.id)
  const received = messages.findLast(({ sender }) => sender !== null && sender !== trade.role)

  function send(text: string, attachment: Attachment | null) {
    typing.sent()
    reading.endLine()
    outbox.send(text, attachment)
  }

  const panel = (
    <div className="flex min-h-0 grow flex-col">
      <RetryNote query={query} className="m-3" />
      <MessageLog
        newestSeq={messages.at(-1)?.seq ?? 0}
        ownCount={outbox.unsent.length}
        lineSeq={reading.lineSeq}
        reading={reading}
      >
        {query.isPending && <Loading />}
        {query.data?.length === 0 && outbox.unsent.length === 0 && (trade.chatOpen ? <Empty /> : <Purged />)}
        {messages.map((message, index) => (
          <Fragment key={message.clientId ?? message.seq}>
            <Above message={message} before={messages[index - 1]} lineSeq={reading.lineSeq} now={now} />
            <MessageBubble
              message={message}
              trade={trade}
              isTeamMember={actingFor !== undefined}
              isSeen={message.seq === reading.seenSeq}
              isBesideRail={isBesideRail && !trade.hasDispute}
            />
          </Fragment>
        ))}
        {outbox.unsent.map((message) => (
          <UnsentBubble key={message.clientId} message={message} outbox={outbox} />
        ))}
      </MessageLog>
      {trade.chatOpen && (
        <TypingNote tradeId={trade.id} username={otherSide(trade).username} receivedSeq={received?.seq ?? 0} />
      )}
      <div className="px-4 text-center">
        <StreamNote />
      </div>
      {trade.chatOpen ? <Composer draft={draft} onSend={send} onTyping={typing.signal} /> : <Closed />}
    </div>
  )
  return trade.chatOpen ? <DropArea onFiles={draft.attach}>{panel}</DropArea> : panel
}

type AboveProps = { message: Message; before: Message | undefined; lineSeq: number | null; now: () => number }

/** What separates a message from the one before it: a new day, and where the reader left off. */
function Above({ message, before, lineSeq, now }: AboveProps) {
  const isNewDay = !before || dayOf(Date.parse(before.createdAt)) !== dayOf(Date.parse(message.createdAt))
  return (
    <>
      {isNewDay && <DaySeparator moment={message.createdAt} now={now()} />}
      {message.seq === lineSeq && <NewMessagesLine />}
    </>
  )
}

function Loading() {
  const { t } = useLingui()
  return <li className="m-auto text-muted">{t`Loading…`}</li>
}

function Empty() {
  return (
    <li className="m-auto text-muted">
      <Trans>No messages yet. Start the conversation!</Trans>
    </li>
  )
}

/** Every chat begins with a system message, so an empty one has been purged. */
function Purged() {
  return (
    <li className="m-auto text-muted">
      <Plural
        value={RETENTION.chatYearsAfterCompletion}
        one="The messages were deleted # year after the trade."
        other="The messages were deleted # years after the trade."
      />
    </li>
  )
}

function Closed() {
  return (
    <p className="border-t border-line px-5 py-4 text-sm text-muted">
      <Plural
        value={CHAT_OPEN_HOURS}
        one="This chat closed # hour after the trade. You can still read it."
        other="This chat closed # hours after the trade. You can still read it."
      />
    </p>
  )
}
