import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { errorText } from '../client.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'

type Props<Row> = {
  rows: readonly Row[] | undefined
  /** The state of the paged query. */
  query: {
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  label: string
  loading: string
  /** Shown for an empty list. */
  empty: ReactNode
  children: (row: Row) => ReactNode
}

/** A paged list: loading, failed, empty, and a button that loads more. */
export function PagedList<Row>({ rows, query, label, loading, empty, children }: Props<Row>) {
  if (!rows && !query.error) return <SkeletonRows rows={4} label={loading} />
  return (
    <div className="grid grid-cols-1 gap-4">
      {query.error && (
        <ErrorNote onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
          {errorText(query.error)}
        </ErrorNote>
      )}
      {rows?.length === 0 && empty}
      {rows && rows.length > 0 && (
        <ul aria-label={label} className="panel divide-y divide-line">
          {rows.map(children)}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="justify-self-center"
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  )
}
