import { useLingui } from '@lingui/react/macro'
import StickyNote from 'lucide/dist/esm/icons/sticky-note.mjs'
import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { Icon } from '../../ui/Icon.tsx'

type Props = { note: TraderNote | null | undefined }

/** At the corner of a trader's picture, which is `relative`: the reader has a note on the trader. It takes no room; the words are in `NoteLabel`. */
export function NoteMark({ note }: Props) {
  if (!note) return null
  return (
    <span
      title={[...note.tags, note.text].filter(Boolean).join('\n')}
      className="absolute -end-1.5 -bottom-1.5 z-1 grid size-5 place-items-center rounded-full border border-edge bg-surface text-ink"
    >
      <Icon of={StickyNote} size={12} />
    </span>
  )
}

/** Of the name before a label in its line, which is never cut for the label. */
export const UNCUT_NAME = 'max-w-full shrink-0'

/**
 * In a row, after a name: the reader's own tags for the trader, or that there is a note. As high as a line of small text, and as
 * wide as the room that the name leaves: a tag that does not fit whole is in the second, hidden line.
 */
export function NoteLabel({ note }: Props) {
  const { t } = useLingui()
  if (!note) return null
  const { tags } = note
  return (
    <span className="relative flex h-5 min-w-0 flex-wrap overflow-hidden text-xs font-medium text-muted">
      {/* The first line has an item, so that a tag that is too long goes to the second. */}
      <span className="h-5 w-0" />
      {tags.length > 0 && <span className="sr-only">{t`Your tags:`} </span>}
      {(tags.length > 0 ? tags : [t`Your note`]).map((tag) => (
        <span key={tag} className="ms-1.5 rounded-[4px] bg-line/70 px-1.5 leading-5 whitespace-nowrap">
          <bdi>{tag}</bdi>{' '}
        </span>
      ))}
    </span>
  )
}
