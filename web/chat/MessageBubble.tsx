import { Trans as Saying } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Message, Trade } from '../../domain/api.ts'
import { IMAGE_CAPTION, SYSTEM_TEXTS } from '../../domain/chat.ts'
import { useFormats } from '../formats.ts'
import { ChatImage } from './ChatImage.tsx'

/** One message: one's own at the end side, the other's at the start, the house's across. Links stay plain text. */
export function MessageBubble({ message, trade }: { message: Message; trade: Trade }) {
  if (message.sender === null) return <HouseMessage message={message} terms={trade.terms} />
  const isOwn = message.sender === trade.role
  const username = trade[message.sender].username
  const isCaption = message.image !== null && message.text === IMAGE_CAPTION
  return (
    <li className={isOwn ? 'ms-10 self-end' : 'me-10 self-start'}>
      <div className={`rounded-panel border px-3.5 py-2 ${isOwn ? ownClass : otherClass}`}>
        <span className="sr-only">{isOwn ? <Trans>You:</Trans> : <bdi>{username}:</bdi>} </span>
        {message.image && <ChatImage message={message} image={message.image} sender={username} />}
        {!isCaption && <Text>{message.text}</Text>}
      </div>
      <Time moment={message.createdAt} isOwn={isOwn} />
    </li>
  )
}

export const ownClass = 'border-transparent bg-line'
const otherClass = 'border-line bg-surface'

export function Text({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </p>
  )
}

/** What the product itself says, by its code, in the reader's language. The trade's instructions stand out: they are to be read. */
function HouseMessage({ message, terms }: { message: Message; terms: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  const isInstructions = message.systemCode === 'instructions'
  return (
    <li
      className={
        isInstructions
          ? 'rounded-control border-s-4 border-edge bg-canvas px-4 py-3'
          : 'mx-auto my-1 max-w-[34ch] text-center text-sm text-muted'
      }
    >
      <span className="sr-only">{t`Sarraf:`} </span>
      <Text>
        {message.systemCode ? (
          <Saying id={SYSTEM_TEXTS[message.systemCode]} values={{ terms: <bdi>{terms}</bdi> }} />
        ) : (
          message.text
        )}
      </Text>
      <time dateTime={message.createdAt} className="num text-xs text-muted">
        {formats.time(message.createdAt)}
      </time>
    </li>
  )
}

function Time({ moment, isOwn }: { moment: string; isOwn: boolean }) {
  const formats = useFormats()
  return (
    <time dateTime={moment} className={`num mt-0.5 block px-1 text-xs text-muted ${isOwn ? 'text-end' : ''}`}>
      {formats.time(moment)}
    </time>
  )
}
