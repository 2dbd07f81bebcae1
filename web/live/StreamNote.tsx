import { Trans } from '@lingui/react/macro'
import { CHAT_POLL_SECONDS } from '../../domain/chat.ts'
import { useStreamState } from './LiveLayout.tsx'

/** Says, quietly, that news is asked for instead of pushed. Nothing while all is well. */
export function StreamNote() {
  const isPolling = useStreamState() === 'polling'
  return (
    <p role="status" className={isPolling ? 'text-sm text-muted' : 'sr-only'}>
      {isPolling && <Trans>Reconnecting… checking every {CHAT_POLL_SECONDS} s</Trans>}
    </p>
  )
}
