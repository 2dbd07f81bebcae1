import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { UploadProgress } from '../ui/notices/UploadProgress.tsx'
import { ownClass, Text, writerClass } from './MessageBubble.tsx'
import type { Outbox, Unsent } from './outbox.ts'

/** A message that the server has not accepted yet: sending, or failed with the reason and a retry button. */
export function UnsentBubble({ message, outbox }: { message: Unsent; outbox: Outbox }) {
  const { t } = useLingui()
  const { text, attachment, share, isWaiting, failure } = message
  return (
    <li className="ms-10 self-end">
      <div
        className={`ms-auto w-fit max-w-full rounded-panel border px-3.5 py-2 ${ownClass} ${failure === null ? 'opacity-70' : ''}`}
      >
        <span className={writerClass}>{t`You:`} </span>
        {attachment && (
          <img src={attachment.url} alt={t`Your image`} className="max-h-60 rounded-control object-contain" />
        )}
        {text !== '' && <Text>{text}</Text>}
      </div>
      {failure === null && attachment ? (
        <div className="mt-1 flex items-center justify-end gap-3">
          <UploadProgress share={share} isWaiting={isWaiting} />
          <Button size="row" variant="quiet" onClick={() => outbox.cancel(message)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      ) : failure === null ? (
        <p className="mt-0.5 px-1 text-end text-xs text-muted">
          <Trans>Sending…</Trans>
        </p>
      ) : (
        <div role="alert" className="mt-1 grid justify-items-end gap-1 text-end text-sm">
          <p className="font-medium text-sell">
            <Trans>Not sent. {failure}</Trans>
          </p>
          <div className="flex gap-2">
            <Button size="row" variant="quiet" onClick={() => outbox.discard(message)}>
              <Trans>Discard</Trans>
            </Button>
            <Button size="row" onClick={() => outbox.retry(message)}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}
