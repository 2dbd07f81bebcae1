import { useLingui } from '@lingui/react/macro'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../ui/Icon.tsx'
import { ScaledNote } from '../ui/notices/ScaledNote.tsx'
import type { Attachment } from './outbox.ts'

/** The picture attached to the next message, with a button that removes it. */
export function AttachmentPreview({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const { t } = useLingui()
  return (
    <div className="mb-2 flex items-center gap-3 rounded-control border border-line p-2">
      <img src={attachment.url} alt={t`Preview`} className="size-16 rounded-control object-cover" />
      <span className="grid min-w-0 grow text-sm">
        <bdi className="truncate">{attachment.file.name}</bdi>
        {attachment.scaling && <ScaledNote {...attachment.scaling} />}
      </span>
      <button
        type="button"
        aria-label={t`Remove image`}
        onClick={onRemove}
        className="grid size-10 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Icon of={X} size={18} />
      </button>
    </div>
  )
}
