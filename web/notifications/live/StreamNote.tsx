import { Trans } from '@lingui/react/macro'
import { CHAT_POLL_SECONDS } from '../../../domain/chat/chat.ts'
import { useStreamState } from './stream-context.ts'

/** Reports unobtrusively that the page polls instead of streaming. Nothing while the stream works. */
export function StreamNote() {
  const isPolling = useStreamState() === 'polling'
  return (
    <p role="status" className={isPolling ? 'text-sm text-muted' : 'sr-only'}>
      {isPolling && <Trans>Reconnecting… checking every {CHAT_POLL_SECONDS} s</Trans>}
    </p>
  )
}
