import { Trans } from '@lingui/react/macro'

/** By which the list finds the line. */
export const LINE_CLASS = 'new-messages-line'

/** Above the first message that the reader missed. */
export function NewMessagesLine() {
  return (
    <li className={`${LINE_CLASS} flex items-center gap-3 py-1 text-xs font-semibold text-ink`}>
      <span aria-hidden className="h-0.5 grow rounded-full bg-accent" />
      <Trans>New messages</Trans>
      <span aria-hidden className="h-0.5 grow rounded-full bg-accent" />
    </li>
  )
}
