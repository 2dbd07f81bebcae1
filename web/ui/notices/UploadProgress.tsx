import { Trans, useLingui } from '@lingui/react/macro'
import { barClass } from '../bar-class.ts'

type Props = { share: number; isWaiting?: boolean }

/** How much of an upload is sent, from 0 to 1, and then that the server saves it; or that it was interrupted and goes on by itself. */
export function UploadProgress({ share, isWaiting = false }: Props) {
  const { t } = useLingui()
  const percent = Math.floor(share * 100)
  return (
    <div className="grid gap-1 text-sm text-muted">
      <div aria-live="off" className="flex items-center gap-3">
        <progress max={100} value={percent} aria-label={t`Upload`} className={barClass} />
        <span className="num">{percent < 100 || isWaiting ? `${percent}%` : <Trans>Saving…</Trans>}</span>
      </div>
      <p role="status" className={isWaiting ? '' : 'sr-only'}>
        {isWaiting && <Trans>Interrupted. The upload continues automatically.</Trans>}
      </p>
    </div>
  )
}
