import type { ReactNode } from 'react'
import { errorText } from './client.ts'
import { ErrorNote } from './ui/notices/ErrorNote.tsx'

/** What is shown of a query's state, while it is read and after it failed. */
export type ReadState = { error: Error | null; isFetching: boolean; refetch: () => unknown }

type Props = { query: ReadState; className?: string; children?: ReactNode }

/** Why a read failed, with a button that repeats it; nothing for a read that has not failed. `children` replaces its text. */
export function RetryNote({ query: { error, isFetching, refetch }, className = '', children }: Props) {
  if (!error) return null
  return (
    <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching} className={className}>
      {children ?? errorText(error)}
    </ErrorNote>
  )
}
