import { Trans, useLingui } from '@lingui/react/macro'
import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import type { Message } from '../../../domain/api/chat/chat.ts'
import { getCaseImage } from '../../../domain/api/disputes/disputes.ts'
import { IMAGE_CAPTION } from '../../../domain/chat/chat.ts'
import { ChatImage } from '../../chat/ChatImage.tsx'
import { SystemMessage, Text } from '../../chat/MessageBubble.tsx'
import { MessageLog } from '../../chat/MessageLog.tsx'
import { addressOf } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CaseComposer } from './CaseComposer.tsx'
import { useCaseMessages } from './queries.ts'
import { Role } from './Words.tsx'
import { RetryNote } from '../../RetryNote.tsx'

/** The trade's chat, in which the arbiter writes with a badge. */
export function CaseChat({ dispute }: { dispute: DisputeCase }) {
  const { t } = useLingui()
  const query = useCaseMessages(dispute.tradeId)
  const { data, isPending } = query
  return (
    <section
      aria-label={t`Chat`}
      className="panel flex h-[34rem] flex-col overflow-hidden lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:h-[clamp(24rem,calc(100dvh-6rem),60rem)] lg:tall:sticky"
    >
      <h2 className="border-b border-line px-5 py-4 text-lg">
        <Trans>Chat with both parties</Trans>
      </h2>
      <RetryNote query={query} className="m-3" />
      <MessageLog newestSeq={data?.at(-1)?.seq ?? 0} ownCount={0}>
        {isPending && <li className="m-auto text-muted">{t`Loading…`}</li>}
        {data?.map((message) => (
          <CaseMessage key={message.seq} message={message} dispute={dispute} />
        ))}
      </MessageLog>
      {dispute.status === 'closed' ? (
        <p className="border-t border-line px-5 py-4 text-sm text-muted">
          <Trans>The case is closed: you can read the chat, not write in it.</Trans>
        </p>
      ) : (
        <CaseComposer dispute={dispute} />
      )}
    </section>
  )
}

/** The buyer's messages are at the start, the seller's at the end, and the arbiter's across, with the badge. */
function CaseMessage({ message, dispute }: { message: Message; dispute: DisputeCase }) {
  const { sender, image } = message
  if (sender === null) return <SystemMessage message={message} />
  const username = sender === 'arbiter' ? null : dispute[sender].trader.username
  const isCaption = image !== null && message.text === IMAGE_CAPTION
  return (
    <li className={PLACES[sender]}>
      <div className="rounded-panel border border-line bg-surface px-3.5 py-2">
        <span className="block text-xs text-muted">
          {username === null ? (
            <Badge tone="accent">
              <Role name="arbiter" />
            </Badge>
          ) : (
            <>
              <Role name={sender} /> · <bdi>{username}</bdi>
            </>
          )}
        </span>
        {message.kind === 'terms' && (
          <p className="font-semibold">
            <Trans>Trade instructions</Trans>
          </p>
        )}
        {message.kind === 'automatic' && (
          <p className="text-sm text-muted">
            <Trans>Automatic message</Trans>
          </p>
        )}
        {image && username !== null && (
          <ChatImage
            image={image}
            sender={username}
            address={addressOf(getCaseImage, { tradeId: message.tradeId, imageId: image.id })}
          />
        )}
        {!isCaption && <Text>{message.text}</Text>}
      </div>
      <Moment moment={message.createdAt} />
    </li>
  )
}

const PLACES = { buyer: 'me-10 self-start', seller: 'ms-10 self-end', arbiter: 'mx-5 self-center' }

function Moment({ moment }: { moment: string }) {
  const dates = useDates()
  return (
    <time dateTime={moment} className="num mt-0.5 block px-1 text-xs text-muted">
      {dates.moment(moment)}
    </time>
  )
}
