import type { TraderNote } from '../../../domain/api/profiles/trader-notes.ts'
import { Badge } from '../../ui/Badge.tsx'

/** The whole note: its tags, then its text, each in its own direction. */
export function NoteText({ note: { tags, text }, className = '' }: { note: TraderNote; className?: string }) {
  return (
    <div className={`grid min-w-0 gap-1.5 ${className}`}>
      {tags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <Badge key={tag}>
              <bdi>{tag}</bdi>
            </Badge>
          ))}
        </p>
      )}
      {text !== '' && (
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">
          <bdi>{text}</bdi>
        </p>
      )}
    </div>
  )
}
