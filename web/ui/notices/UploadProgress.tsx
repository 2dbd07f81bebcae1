import { Trans, useLingui } from '@lingui/react/macro'
import { barClass } from '../bar-class.ts'

/** How much of an upload is sent, from 0 to 1, and then that the server saves it. */
export function UploadProgress({ share }: { share: number }) {
  const { t } = useLingui()
  const percent = Math.floor(share * 100)
  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      <progress max={100} value={percent} aria-label={t`Upload`} className={barClass} />
      <span className="num">{percent < 100 ? `${percent}%` : <Trans>Saving…</Trans>}</span>
    </div>
  )
}
