import { useLingui } from '@lingui/react/macro'
import StickyNote from 'lucide/dist/esm/icons/sticky-note.mjs'
import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Of the text before a label in its line: it is cut only where not even the icon has room beside it. */
export const BEFORE_NOTE = 'max-w-[calc(100%-1.5rem)] shrink-0'

/**
 * In a row: the reader's own tags for the trader, or that there is a note. As high as a line of small text, so that no row grows
 * with it. It takes the room that its line leaves: a tag that does not fit whole is in the second, hidden line.
 */
export function NoteLabel({ note: { tags, text } }: { note: TraderNote }) {
  const { t } = useLingui()
  return (
    <span
      title={[...tags, text].filter(Boolean).join('\n')}
      className="relative flex h-5 min-w-4 flex-wrap gap-x-1 overflow-hidden text-xs font-medium text-muted"
    >
      <span className="flex h-5 items-center">
        <Icon of={StickyNote} size={14} />
      </span>
      {tags.length > 0 && <span className="sr-only">{t`Your tags:`} </span>}
      {(tags.length > 0 ? tags : [t`Your note`]).map((tag) => (
        <span key={tag} className="rounded-[4px] bg-line/70 px-1.5 leading-5 whitespace-nowrap">
          <bdi>{tag}</bdi>{' '}
        </span>
      ))}
    </span>
  )
}
