import { Trans } from '@lingui/react/macro'
import { Button } from './ui/Button.tsx'

export type PagedState = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

type Props = { query: PagedState; size?: 'normal' | 'row'; className?: string }

/** Appends the next page of a list; nothing at its end. */
export function NextPageButton({ query, size = 'normal', className = '' }: Props) {
  if (!query.hasNextPage) return null
  return (
    <Button
      size={size}
      className={className}
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      <Trans>Show more</Trans>
    </Button>
  )
}
