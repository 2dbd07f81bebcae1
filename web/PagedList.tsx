import type { ReactNode } from 'react'
import { Loaded } from './Loaded.tsx'
import { NextPageButton, type PagedState } from './NextPageButton.tsx'
import type { ReadState } from './RetryNote.tsx'

type Props<Row> = {
  /** A paged query, whose data is the rows of all pages. */
  query: ReadState & PagedState & { data: Row[] | undefined }
  label: string
  loading: string
  /** Shown for an empty list. */
  empty: ReactNode
  children: (row: Row) => ReactNode
}

/** A paged list: loading, failed, empty, and a button that loads more. */
export function PagedList<Row>({ query, label, loading, empty, children }: Props<Row>) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Loaded query={query} rows={4} label={loading}>
        {(rows) =>
          rows.length === 0 ? (
            empty
          ) : (
            <ul aria-label={label} className="panel divide-y divide-line">
              {rows.map(children)}
            </ul>
          )
        }
      </Loaded>
      <NextPageButton query={query} className="justify-self-center" />
    </div>
  )
}
