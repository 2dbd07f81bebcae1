import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { RetryNote, type ReadState } from './RetryNote.tsx'
import { SkeletonRows } from './ui/notices/Skeleton.tsx'

type Props<Data> = {
  query: ReadState & { data: Data | undefined }
  /** Rows of the skeleton, while the first answer is awaited. */
  rows?: number
  /** What a screen reader says meanwhile. */
  label?: string
  /** Shown meanwhile instead of the rows. */
  loading?: ReactNode
  /** The failure of a later read is not shown: the data that the page has stays as it is. */
  hidesLaterErrors?: boolean
  /** Replaces the text of the error. */
  failed?: ReactNode
  noteClass?: string
  children: (data: Data) => ReactNode
}

/** What a query read; before that a skeleton, and where it failed a note with a retry button, above the data of an earlier read. */
export function Loaded<Data>({
  query,
  rows,
  label,
  loading,
  hidesLaterErrors,
  failed,
  noteClass,
  children,
}: Props<Data>) {
  const { t } = useLingui()
  const { data, error } = query
  const skeleton = loading ?? (rows !== undefined && <SkeletonRows rows={rows} label={label ?? t`Loading…`} />)
  return (
    <>
      {(data === undefined || !hidesLaterErrors) && (
        <RetryNote query={query} {...(noteClass !== undefined && { className: noteClass })}>
          {failed}
        </RetryNote>
      )}
      {data === undefined ? !error && skeleton : children(data)}
    </>
  )
}
