import { Trans } from '@lingui/react/macro'
import { CHAT_POLL_SECONDS } from '../../../domain/chat/chat.ts'
import { useStreamState } from './stream-context.ts'

/** Reports unobtrusively that the page is not live. Nothing while the stream works. */
export function StreamNote() {
  const state = useStreamState()
  const isShown = state === 'polling' || state === 'offline'
  return (
    <p role="status" className={isShown ? 'text-sm text-muted' : 'sr-only'}>
      {state === 'polling' && <Trans>Reconnecting… checking every {CHAT_POLL_SECONDS} s</Trans>}
      {state === 'offline' && <Trans>Not live: no connection. Trying again…</Trans>}
    </p>
  )
}
