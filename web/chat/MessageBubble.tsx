import { Trans as SystemText } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import { getImage, type Message } from '../../domain/api/chat/chat.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { IMAGE_CAPTION, SYSTEM_TEXTS, SYSTEM_TEXT_VALUES, systemCodeOf } from '../../domain/chat/chat.ts'
import { TRADE_RULES } from '../../domain/trades/trades.ts'
import { addressOf } from '../client.ts'
import { useDates } from '../dates.ts'
import { Badge } from '../ui/Badge.tsx'
import { ChatImage } from './ChatImage.tsx'
import { MessageMenu } from './MessageMenu.tsx'

type Props = {
  message: Message
  trade: Pick<Trade, 'role' | 'buyer' | 'seller'>
  /** False for the invented messages of the rehearsal, which are no subject of a report. */
  hasMenu?: boolean
  /** The reader is a team member, whose owner is a party of the trade. */
  isTeamMember?: boolean
  /** The counterparty has read this message, and none of the reader's after it. */
  isSeen?: boolean
  /** The room's rail is in reach of a screen reader and announces the trade's moves. */
  isBesideRail?: boolean
}

/**
 * One message: the reader's own at the end side, the other party's at the start, the platform's across. A party's message is
 * always in a bubble under its writer's name, so that none looks like the platform's. Links stay plain text.
 */
export const MessageBubble = memo(function MessageBubble({
  message,
  trade,
  hasMenu = true,
  isTeamMember = false,
  isSeen = false,
  isBesideRail = false,
}: Props) {
  if (message.sender === null)
    return <SystemMessage message={message} isSilent={isBesideRail && RAIL_CODES.has(message.systemCode)} />
  if (message.sender === 'arbiter') return <ArbiterMessage message={message} />
  const isOwn = message.sender === trade.role
  const username = trade[message.sender].username
  const isCaption = message.image !== null && message.text === IMAGE_CAPTION
  return (
    <li
      data-seq={message.seq}
      data-other={isOwn ? undefined : true}
      className={isOwn ? 'ms-10 self-end' : 'me-10 self-start'}
    >
      <div className={`rounded-panel border px-3.5 py-2 ${isOwn ? ownClass : otherClass}`}>
        <span className={writerClass}>
          {isOwn && message.member === null && !isTeamMember ? (
            <Trans>You:</Trans>
          ) : (
            <Sender username={username} member={message.member} />
          )}{' '}
        </span>
        {message.kind === 'terms' && (
          <p className="font-semibold">
            <Trans>Trade instructions</Trans>
          </p>
        )}
        {message.kind === 'automatic' && (
          <p className="text-xs font-semibold text-muted">
            <Trans>Automatic message</Trans>
          </p>
        )}
        {message.image && (
          <ChatImage
            image={message.image}
            sender={username}
            address={addressOf(getImage, { tradeId: message.tradeId, imageId: message.image.id })}
          />
        )}
        {!isCaption && <Text>{message.text}</Text>}
      </div>
      <div className={`flex items-center gap-1 ${isOwn ? 'justify-end' : ''}`}>
        <Time moment={message.createdAt} />
        {!isOwn && hasMenu && <MessageMenu message={message} />}
        {isSeen && <Seen />}
      </div>
    </li>
  )
})

/** Not announced: a screen reader finds it at the message. */
function Seen() {
  return (
    <p aria-live="off" className="mt-0.5 pe-1 text-xs text-muted">
      · <Trans>Seen</Trans>
    </p>
  )
}

/** The arbiter of the dispute. The badge is the platform's: no username can contain the word. */
function ArbiterMessage({ message }: { message: Message }) {
  return (
    <li data-seq={message.seq} className="me-10 self-start">
      <div className={`rounded-panel border px-3.5 py-2 ${otherClass}`}>
        <Badge tone="accent">
          <Trans>Arbiter</Trans>
        </Badge>
        <Text>{message.text}</Text>
      </div>
      <Time moment={message.createdAt} />
    </li>
  )
}

export const ownClass = 'border-transparent bg-line'
const otherClass = 'border-line bg-surface'
export const writerClass = 'block text-xs text-muted'

export function Text({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </p>
  )
}

/** The moves that the rail announces in its own words, since they change the status of a trade without a dispute. */
const RAIL_CODES: ReadonlySet<Message['systemCode']> = new Set(
  TRADE_RULES.filter(({ from, to }) => from !== to && from !== 'none' && from !== 'disputed' && to !== 'disputed').map(
    ({ action, by }) => systemCodeOf(action, by),
  ),
)

/** A system message of a move, by its code, in the reader's language. */
export function SystemMessage({ message, isSilent = false }: { message: Message; isSilent?: boolean }) {
  const { t } = useLingui()
  const dates = useDates()
  return (
    <li
      data-seq={message.seq}
      aria-live={isSilent ? 'off' : undefined}
      className="mx-auto my-1 max-w-[34ch] text-center text-sm text-muted"
    >
      <span className="sr-only">{t`Sarraf:`} </span>
      <Text>
        {message.systemCode ? (
          <SystemText id={SYSTEM_TEXTS[message.systemCode]} values={SYSTEM_TEXT_VALUES} />
        ) : (
          message.text
        )}
      </Text>
      <time dateTime={message.createdAt} className="num text-xs text-muted">
        {dates.time(message.createdAt)}
        {message.member !== null && (
          <>
            {' · '}
            <bdi>{message.member}</bdi>
          </>
        )}
      </time>
    </li>
  )
}

/** A team member writes for the party. */
function Sender({ username, member }: { username: string; member: string | null }) {
  const name = <bdi>{username}</bdi>
  const writer = <bdi>{member}</bdi>
  if (member === null) return <Trans>{name}:</Trans>
  return (
    <Trans>
      {writer}, for {name}:
    </Trans>
  )
}

function Time({ moment }: { moment: string }) {
  const dates = useDates()
  return (
    <time dateTime={moment} className="num mt-0.5 block px-1 text-xs text-muted">
      {dates.time(moment)}
    </time>
  )
}
