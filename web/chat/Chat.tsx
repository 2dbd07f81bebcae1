import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import { Icon } from '../ui/Icon.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState, type ReactNode } from 'react'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { JumpOut } from '../ui/jump-out.ts'
import { otherSide } from '../../domain/trades/other-side.ts'
import { useOwnMove } from '../own-move.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { FullscreenDialog } from '../ui/dialogs/FullscreenDialog.tsx'
import { useIsWide } from '../ui/use-is-wide.ts'
import { ChatPanel } from './ChatPanel.tsx'
import { useDraft } from './draft.ts'
import { useMessages } from './messages.ts'
import { useOutbox } from './outbox.ts'
import { unreadText } from '../notifications/unread-chat.ts'
import { useReading } from './use-reading.ts'

type Props = {
  trade: Trade
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockOffsetMs: number
  /** The bar of a small screen, around the button that opens the chat; without a button, for the top of the open chat. */
  renderBar: (open: ReactNode | null) => ReactNode
}

/** The trade's chat: beside the room on a wide screen, a sheet over it on a small one (spec-coverage 2 Chat). */
export function Chat({ trade, clockOffsetMs, renderBar }: Props) {
  const { t } = useLingui()
  const isWide = useIsWide()
  const [isOpen, setIsOpen] = useState(false)
  const jumpTo = useRef<string>(null)
  // What a move led to is on the page below.
  useOwnMove(trade.id, () => setIsOpen(false))
  const query = useMessages(trade.id)
  const messages = query.data ?? []
  const outbox = useOutbox(trade.id, messages)
  const other = otherSide(trade)
  const draft = useDraft(trade.id)
  const now = () => Date.now() + clockOffsetMs
  const reading = useReading(trade, messages, now)
  const panel = <ChatPanel {...{ trade, query, outbox, draft, reading, now }} isBesideRail={isWide} />
  const title = (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={other.username} picture={other.avatar} size={28} />
      <span className="min-w-0 truncate">
        <Trans>
          Chat with <bdi>{other.username}</bdi>
        </Trans>
      </span>
      <Count messages={messages.length} />
    </span>
  )
  return (
    <>
      {/* Hidden on a wide screen, and never taken away: a form that was opened in it stays where the window becomes wider. One in the open
          chat, which has a bar of its own, is lost with the sheet. */}
      <div className="contents lg:hidden">
        {renderBar(<OpenButton unread={reading.unread} onOpen={() => setIsOpen(true)} />)}
      </div>
      {isWide ? (
        <section
          aria-label={t`Chat`}
          className="panel top-6 col-start-2 row-span-3 row-start-1 flex h-[clamp(24rem,calc(100dvh-8rem),60rem)] flex-col tall:sticky overflow-hidden"
        >
          <h2 className="border-b border-line px-5 py-4 text-lg">{title}</h2>
          {panel}
        </section>
      ) : (
        <FullscreenDialog
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          title={title}
          returnTo={() => {
            const part = jumpTo.current
            jumpTo.current = null
            return part === null ? null : document.getElementById(part)
          }}
        >
          <JumpOut
            value={(part) => {
              jumpTo.current = part
              setIsOpen(false)
            }}
          >
            {renderBar(null)}
          </JumpOut>
          {panel}
        </FullscreenDialog>
      )}
    </>
  )
}

function Count({ messages }: { messages: number }) {
  return (
    <span className="num shrink-0 rounded-[4px] border border-line px-1.5 text-sm font-normal text-muted">
      <Plural
        value={messages}
        one={
          <span>
            #<span className="sr-only"> message</span>
          </span>
        }
        other={
          <span>
            #<span className="sr-only"> messages</span>
          </span>
        }
      />
    </span>
  )
}

/** In the bar of a small screen; beside the next act without its word. */
function OpenButton({ unread, onOpen }: { unread: number; onOpen: () => void }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      aria-label={unread > 0 ? t`Open the chat, ${unreadText(unread)} unread` : t`Open the chat`}
      onClick={onOpen}
      className="flex h-12 items-center justify-center gap-2.5 rounded-control bg-ink px-5 font-semibold text-canvas"
    >
      <Icon of={MessageSquare} size={20} />
      <span className="group-data-move/bar:hidden">
        <Trans>Chat</Trans>
      </span>
      {unread > 0 && (
        <span className="num rounded-full bg-accent px-2 py-0.5 text-sm text-on-accent">{unreadText(unread)}</span>
      )}
    </button>
  )
}
