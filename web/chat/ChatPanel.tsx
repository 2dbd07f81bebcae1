import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../domain/api.ts'
import { CHAT_OPEN_HOURS } from '../../domain/chat.ts'
import { RETENTION } from '../../domain/privacy.ts'
import { errorText } from '../client.ts'
import { StreamNote } from '../live/StreamNote.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Composer } from './Composer.tsx'
import { MessageBubble } from './MessageBubble.tsx'
import type { useMessages } from './messages.ts'
import { MessageLog } from './MessageLog.tsx'
import type { Outbox } from './outbox.ts'
import { UnsentBubble } from './UnsentBubble.tsx'

type Props = { trade: Trade; query: ReturnType<typeof useMessages>; outbox: Outbox }

/** The messages and the box to write in. Fills the height it is given. */
export function ChatPanel({ trade, query, outbox }: Props) {
  const messages = query.data ?? []
  // The stream may deliver a message before its request is answered.
  const known = new Set(messages.map(({ clientId }) => clientId))
  const unsent = outbox.unsent.filter(({ clientId }) => !known.has(clientId))
  return (
    <div className="flex min-h-0 grow flex-col">
      {query.error && (
        <ErrorNote onRetry={() => void query.refetch()} isRetrying={query.isFetching} className="m-3">
          {errorText(query.error)}
        </ErrorNote>
      )}
      <MessageLog newestSeq={messages.at(-1)?.seq ?? 0} ownCount={outbox.unsent.length}>
        {query.isPending && <Loading />}
        {query.data?.length === 0 && unsent.length === 0 && (trade.chatOpen ? <Empty /> : <Purged />)}
        {messages.map((message) => (
          <MessageBubble key={message.clientId ?? message.seq} message={message} trade={trade} />
        ))}
        {unsent.map((message) => (
          <UnsentBubble key={message.clientId} message={message} outbox={outbox} />
        ))}
      </MessageLog>
      <div className="px-4 text-center">
        <StreamNote />
      </div>
      {trade.chatOpen ? <Composer onSend={outbox.send} /> : <Closed />}
    </div>
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
