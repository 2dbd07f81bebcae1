import { useLingui } from '@lingui/react/macro'
import StickyNote from 'lucide/dist/esm/icons/sticky-note.mjs'
import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { Icon } from '../../ui/Icon.tsx'

/** In a row: the reader's own tags for the trader, or that there is a note. Lower than a line of text, so that no row grows with it. */
export function NoteLabel({ note: { tags } }: { note: TraderNote }) {
  const { t } = useLingui()
  return (
    <span className="inline-flex h-5 min-w-0 shrink-[9] items-center gap-1 rounded-[4px] bg-line/70 px-1.5 text-xs font-medium text-muted">
      <span className="shrink-0">
        <Icon of={StickyNote} size={12} />
      </span>
      <span className="truncate">
        {tags.length === 0 ? (
          t`Your note`
        ) : (
          <>
            <span className="sr-only">{t`Your tags:`} </span>
            <NoteTags tags={tags} />
          </>
        )}
      </span>
    </span>
  )
}

/** Each in its own direction. */
function NoteTags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag, at) => (
    <span key={tag}>
      {at > 0 && ' · '}
      <bdi>{tag}</bdi>
    </span>
  ))
}
