import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../../ui/Icon.tsx'
import { ScaledNote } from '../../ui/notices/ScaledNote.tsx'
import { UploadProgress } from '../../ui/notices/UploadProgress.tsx'
import { FileTile } from './FileTile.tsx'
import type { Uploading } from './use-uploads.ts'

type Props = { uploading: Uploading; onRetry: () => void; onCancel: () => void; onRemove: () => void }

/** A file that is being sent, with its progress, or the reason why it was not. */
export function UploadRow({ uploading, onRetry, onCancel, onRemove }: Props) {
  const { t } = useLingui()
  const { file, scaling, url, share, isWaiting, problem } = uploading
  const { name } = file
  return (
    <li className="flex items-center gap-3 rounded-control border border-line p-2">
      {url === null ? <FileTile /> : <img src={url} alt="" className="size-12 shrink-0 rounded-control object-cover" />}
      <div className="grid min-w-0 grow gap-1">
        <span className="truncate text-sm">
          <bdi>{name}</bdi>
        </span>
        {scaling && <ScaledNote {...scaling} />}
        {problem === null ? (
          <UploadProgress share={share} isWaiting={isWaiting} />
        ) : (
          <p role="alert" className="text-sm font-medium text-sell">
            {problem.text}
          </p>
        )}
      </div>
      {problem?.canRetry === true && (
        <Button size="row" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <button
        type="button"
        aria-label={problem === null ? t`Cancel the upload of ${name}` : t`Remove ${name}`}
        onClick={problem === null ? onCancel : onRemove}
        className="grid size-10 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Icon of={X} size={18} />
      </button>
    </li>
  )
}
